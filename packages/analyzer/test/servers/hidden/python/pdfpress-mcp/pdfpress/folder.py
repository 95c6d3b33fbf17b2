from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

MAX_SIZE = 60 * 1024 * 1024
_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ -]{0,60}")


class FolderError(ValueError):
    pass


class Folder:
    def __init__(self, root: Path) -> None:
        self._root = root.resolve(strict=True)
        self._results = self._root / "results"
        self._results.mkdir(mode=0o750, exist_ok=True)

    def names(self) -> list[str]:
        paths = (path for path in self._root.rglob("*.pdf") if path.is_file())
        return sorted(path.relative_to(self._root).as_posix() for path in islice(paths, 500))

    def source(self, name: str) -> Path:
        if "\x00" in name:
            raise FolderError("no such document")
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root) or path.suffix.lower() != ".pdf" or not path.is_file():
            raise FolderError("no such document")
        if path.stat().st_size > MAX_SIZE:
            raise FolderError("the document is too large")
        return path

    def result(self, stem: str) -> Path:
        if not _STEM.fullmatch(stem):
            raise FolderError("use letters, digits, blanks, - and _ for the name")
        path = self._results / f"{stem}.pdf"
        if path.exists() or path.is_symlink():
            raise FolderError("there is a result with that name")
        return path
