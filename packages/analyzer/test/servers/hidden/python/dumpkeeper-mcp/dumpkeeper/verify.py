"""Is a dump complete?"""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

_CHUNK = 1 << 20
_MARK = b"-- Dump completed"


def is_complete(path: Path, max_bytes: int = 64 << 30) -> bool:
    """Reads in pieces and looks for the last comment of mysqldump."""
    tail = b""
    seen = 0
    try:
        with gzip.open(path, "rb") as stream:
            while chunk := stream.read(_CHUNK):
                seen += len(chunk)
                if seen > max_bytes:
                    raise ValueError("dump is too large to verify")
                tail = (tail + chunk)[-256:]
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return False
    return _MARK in tail
