"""Log files below one folder."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

LINE_LIMIT = 4096
FILE_LIMIT = 48 * 1024 * 1024


class LogFolder:
    def __init__(self, root: Path) -> None:
        self._root = root.resolve(strict=True)

    def names(self, limit: int = 500) -> list[str]:
        paths = (path for path in self._root.rglob("*.log") if path.is_file())
        return sorted(path.relative_to(self._root).as_posix() for path in islice(paths, limit))

    def path(self, name: str) -> Path:
        if "\x00" in name:
            raise ValueError("malformed name")
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root) or path.suffix != ".log" or not path.is_file():
            raise ValueError("no such log file")
        if path.stat().st_size > FILE_LIMIT:
            raise ValueError("the log file is too large")
        return path

    def lines(self, name: str) -> Iterator[tuple[int, str]]:
        """Lines with numbers; very long ones come in pieces."""
        with self.path(name).open(encoding="utf-8", errors="replace") as stream:
            number = 1
            while piece := stream.readline(LINE_LIMIT):
                yield number, piece.rstrip("\n")
                if piece.endswith("\n"):
                    number += 1

    def tail(self, name: str, count: int) -> list[tuple[int, str]]:
        return list(deque(self.lines(name), maxlen=count))
