"""The command `calmate-login`."""

from __future__ import annotations

from .config import Config
from .oauth import SignInError, device_sign_in
from .tokens import TokenCache


def _show(address: str, code: str) -> None:
    print(f"Open {address} and enter the code {code}")


def main() -> None:
    config = Config.from_env()
    try:
        tokens = device_sign_in(config, _show)
    except SignInError as error:
        raise SystemExit(f"calmate-login: {error}") from None
    TokenCache().save(tokens)
    print("Signed in.")


if __name__ == "__main__":
    main()
