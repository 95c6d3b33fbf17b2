from __future__ import annotations

import sys

from .seal import new_key


def main() -> None:
    if sys.argv[1:] == ["newkey"]:
        # the purpose of this command: a fresh key for the terminal of the user
        sys.stdout.write(new_key() + "\n")
        return
    from .server import run

    run()


if __name__ == "__main__":
    main()
