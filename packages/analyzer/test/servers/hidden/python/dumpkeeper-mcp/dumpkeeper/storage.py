"""Dump files: names, creation, rotation."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import IO

_FILE = re.compile(r"(?P<profile>\w+)\.(?P<database>\w+)\.(?P<stamp>\d{8}T\d{6})\.sql\.gz", re.ASCII)


class Storage:
    def __init__(self, folder: Path, keep: int) -> None:
        self._folder = folder
        self._keep = keep

    def new_path(self, profile: str, database: str) -> Path:
        stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S")
        return self._folder / f"{profile}.{database}.{stamp}.sql.gz"

    @contextmanager
    def create(self, path: Path) -> Iterator[IO[bytes]]:
        """A new private file; it disappears again when the block fails."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as stream:
                yield stream
        except BaseException:
            path.unlink(missing_ok=True)
            raise

    def find(self, name: str) -> Path:
        if not _FILE.fullmatch(name):
            raise ValueError("not the name of a dump")
        path = self._folder / name
        if not path.is_file() or path.is_symlink():
            raise ValueError("no such dump")
        return path

    def dumps(self, profile: str, database: str | None = None) -> list[Path]:
        found = []
        for path in self._folder.iterdir():
            match = _FILE.fullmatch(path.name)
            if match and match["profile"] == profile and database in (None, match["database"]):
                found.append(path)
        return sorted(found, reverse=True)

    def rotate(self, profile: str, database: str) -> int:
        old = self.dumps(profile, database)[self._keep :]
        for path in old:
            path.unlink()
        return len(old)
