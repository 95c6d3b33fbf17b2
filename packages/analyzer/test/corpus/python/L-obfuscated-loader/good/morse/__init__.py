import base64
import zlib

_TABLES = (
    "eNoVjMcNgAAMA//exd4gXzoIEH3/QbA/ic6tKYlCW/TtDBJ6PwwlkhiLIiaDtdkpLFawxhW21Ig9No4i"
    "zszhyg5xJ4THecObIeJLQz8g4BYw"
)

ALPHABET: dict[str, str] = dict(
    line.split("=") for line in zlib.decompress(base64.b64decode(_TABLES)).decode("ascii").splitlines()
)
