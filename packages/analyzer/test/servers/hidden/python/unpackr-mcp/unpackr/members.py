"""Members of archives, one after the other."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from .limits import Budget, CountedReader, Refused


@dataclass(frozen=True)
class Member:
    name: str
    size: int
    folder: bool
    stream: IO[bytes] | None


@contextmanager
def _tar_bytes(path: Path) -> Iterator[BinaryIO]:
    opener = gzip.open if path.name.lower().endswith((".gz", ".tgz")) else open
    with opener(path, "rb") as stream:
        yield stream


def _from_tar(path: Path, budget: Budget) -> Iterator[Member]:
    with _tar_bytes(path) as raw, tarfile.open(fileobj=CountedReader(raw, budget), mode="r|") as archive:
        for info in archive:
            budget.member()
            if not (info.isreg() or info.isdir()):
                raise Refused("links and devices are not unpacked")
            yield Member(info.name, info.size, info.isdir(), archive.extractfile(info))


def _from_zip(path: Path, budget: Budget) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            budget.member()
            if (info.external_attr >> 16) & 0o170000 not in (0, 0o100000, 0o040000):
                raise Refused("links and devices are not unpacked")
            if info.is_dir():
                yield Member(info.filename, 0, True, None)
                continue
            with archive.open(info) as stream:
                yield Member(info.filename, info.file_size, False, stream)


def members(path: Path, budget: Budget) -> Iterator[Member]:
    source = _from_zip if path.name.lower().endswith(".zip") else _from_tar
    try:
        yield from source(path, budget)
    except (tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, EOFError, RuntimeError):
        raise Refused("the archive is damaged or of an unknown kind") from None
