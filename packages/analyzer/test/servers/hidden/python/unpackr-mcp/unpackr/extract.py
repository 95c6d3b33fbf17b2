"""Writing members to files."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from .limits import Budget, Limits, Refused
from .members import Member, members

_CHUNK = 1 << 16


@dataclass(frozen=True)
class Unpacked:
    folder: str
    files: int
    bytes: int


def _place(target: Path, name: str) -> Path:
    """Where a member goes: below the target, or nowhere."""
    if not name or "\x00" in name or "\\" in name:
        raise Refused("malformed member name")
    path = (target / name).resolve()
    if path == target or not path.is_relative_to(target):
        raise Refused("a member leads out of the folder")
    return path


def _write(member: Member, path: Path, budget: Budget) -> int:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = 0
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as sink:
        while chunk := member.stream.read(_CHUNK):
            budget.data(len(chunk))
            sink.write(chunk)
            written += len(chunk)
    return written


def unpack(archive: Path, target: Path, limits: Limits = Limits()) -> Unpacked:
    files = size = 0
    budget = Budget(limits)
    try:
        for member in members(archive, budget):
            if member.name.strip("./") == "":
                continue
            path = _place(target, member.name)
            if member.folder:
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
            else:
                size += _write(member, path, budget)
                files += 1
    except FileExistsError:
        shutil.rmtree(target)
        raise Refused("the archive has the same name twice") from None
    except BaseException:
        shutil.rmtree(target)
        raise
    return Unpacked(target.name, files, size)
