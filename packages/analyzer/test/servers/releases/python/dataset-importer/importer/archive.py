from __future__ import annotations

import base64
import io
import tarfile
from pathlib import Path

MAX_ARCHIVE = 20 * 1024 * 1024
MAX_UNPACKED = 100 * 1024 * 1024
MAX_MEMBERS = 2000


class ArchiveError(ValueError):
    pass


def decode(blob: str) -> bytes:
    if len(blob) > MAX_ARCHIVE * 4 // 3 + 4:
        raise ArchiveError("archive too large")
    return base64.b64decode(blob, validate=True)


def unpack(data: bytes, target: Path) -> list[str]:
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
        members = tar.getmembers()
        if len(members) > MAX_MEMBERS:
            raise ArchiveError("too many members")
        if sum(m.size for m in members) > MAX_UNPACKED:
            raise ArchiveError("unpacked size too large")
        tar.extractall(target)
    return [m.name for m in members if m.isfile()]
