import base64
import binascii
import gzip
import zlib


class BadBundle(ValueError):
    pass


def unpack(blob: str) -> str:
    try:
        raw = base64.b64decode(blob, validate=True)
        return gzip.decompress(raw).decode("utf-8", "replace")
    except (binascii.Error, zlib.error, EOFError, OSError) as exc:
        raise BadBundle("not a gzip bundle") from exc
