"""Names of tracks to paths, never outside of the configured folders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

AUDIO_SUFFIXES = frozenset({".mp3", ".flac", ".wav", ".ogg", ".opus", ".m4a"})


class LibraryError(ValueError):
    """A name that does not belong to the library."""


class Library:
    def __init__(self, root: Path, output: Path) -> None:
        self._root = root
        self._output = output

    def source(self, name: str) -> Path:
        """The existing track called `name`."""
        path = self._inside(self._root, name)
        if not path.is_file():
            raise LibraryError("no such track")
        return path

    def target(self, stem: str, suffix: str) -> Path:
        """A path for a new result."""
        path = self._inside(self._output, stem + suffix)
        if path.parent != self._output:
            raise LibraryError("results go directly into the output folder")
        if path.exists():
            raise LibraryError("a result with that name exists already")
        return path

    def tracks(self, limit: int) -> list[str]:
        return sorted(islice(self._walk(), limit))

    def _walk(self) -> Iterator[str]:
        for path in self._root.rglob("*"):
            if path.suffix.lower() in AUDIO_SUFFIXES and path.is_file():
                yield path.relative_to(self._root).as_posix()

    @staticmethod
    def _inside(root: Path, name: str) -> Path:
        if not name or "\x00" in name:
            raise LibraryError("empty or malformed name")
        path = (root / name).resolve()
        if not path.is_relative_to(root):
            raise LibraryError("name leads outside of the folder")
        if path.suffix.lower() not in AUDIO_SUFFIXES:
            raise LibraryError("not an audio file")
        return path
