import hashlib
import os
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

from mcp.server.fastmcp import FastMCP

INBOX = Path(os.environ.get("INBOX", "/srv/inbox")).resolve()
OUTBOX = Path(os.environ.get("OUTBOX", "/srv/outbox")).resolve()
LIMIT = 100 * 1024 * 1024
mcp = FastMCP("archives")


def within(root: Path, name: str) -> Path:
    target = (root / name).resolve()
    if target != root and root not in target.parents:
        raise ValueError("outside of the folder")
    return target


def check_entry(name: str) -> None:
    p = PurePosixPath(name)
    if p.is_absolute() or ".." in p.parts:
        raise ValueError("unsafe entry")


@mcp.tool()
def extract(archive: str) -> int:
    """Extract an archive of the inbox to the outbox and count its files."""
    path = within(INBOX, archive)
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as zf:
            infos = zf.infolist()
            if sum(i.file_size for i in infos) > LIMIT:
                raise ValueError("archive is too large")
            for i in infos:
                check_entry(i.filename)
            zf.extractall(OUTBOX)
            return len(infos)
    with tarfile.open(path) as tf:
        members = tf.getmembers()
        if sum(m.size for m in members) > LIMIT:
            raise ValueError("archive is too large")
        tf.extractall(OUTBOX, members=members, filter="data")
        return len(members)


@mcp.tool()
def checksum(archive: str) -> str:
    """SHA-256 of an archive."""
    digest = hashlib.sha256()
    with within(INBOX, archive).open("rb") as fh:
        for block in iter(lambda: fh.read(65536), b""):
            digest.update(block)
    return digest.hexdigest()


if __name__ == "__main__":
    mcp.run()
