import base64
import binascii
import zlib

MAX_PACKED = 2 * 1024 * 1024
MAX_UNPACKED = 32 * 1024 * 1024


class BadBundle(ValueError):
    pass


def unpack(blob: str) -> str:
    if len(blob) > MAX_PACKED * 4 // 3 + 4:
        raise BadBundle("bundle too large")
    inflater = zlib.decompressobj(wbits=31)
    try:
        data = inflater.decompress(base64.b64decode(blob, validate=True), MAX_UNPACKED)
    except (binascii.Error, zlib.error) as exc:
        raise BadBundle("not a gzip bundle") from exc
    if inflater.unconsumed_tail:
        raise BadBundle("unpacked size too large")
    return data.decode("utf-8", "replace")
