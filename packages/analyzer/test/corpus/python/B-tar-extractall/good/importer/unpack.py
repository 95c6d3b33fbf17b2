import io
import tarfile
from pathlib import Path

MAX_MEMBERS = 500
MAX_TOTAL = 20_000_000


class ArchiveRejected(ValueError):
    pass


def unpack(data: bytes, target: Path) -> int:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        members = archive.getmembers()
        if len(members) > MAX_MEMBERS or sum(member.size for member in members) > MAX_TOTAL:
            raise ArchiveRejected("archive too large")
        archive.extractall(target, members=members, filter="data")
    return len(members)
