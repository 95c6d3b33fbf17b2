"""From the name in a URI to a document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from .config import Config
from .models import DocumentRef

SUFFIXES = frozenset({".md", ".markdown", ".txt", ".rst"})


class NotOnShelf(LookupError):
    """There is no such document, or the client may not have it."""


def _acceptable(name: str) -> bool:
    """Relative, without parents and without hidden parts."""
    if not name or len(name) > 400 or "\\" in name or "\x00" in name:
        return False
    pure = PurePosixPath(name)
    if pure.is_absolute():
        return False
    return not any(part.startswith(".") for part in pure.parts)


class Locator:
    def __init__(self, config: Config) -> None:
        self._config = config

    def folder(self, shelf: str) -> Path:
        try:
            return self._config.shelves[shelf]
        except KeyError:
            raise NotOnShelf("unknown shelf") from None

    def locate(self, shelf: str, name: str) -> DocumentRef:
        folder = self.folder(shelf)
        plain = unquote(name)
        if not _acceptable(plain):
            raise NotOnShelf("not a document name")
        path = folder.joinpath(plain).resolve()
        if not path.is_relative_to(folder):
            raise NotOnShelf("not a document name")
        if path.suffix.lower() not in SUFFIXES or not path.is_file():
            raise NotOnShelf("no such document")
        return DocumentRef(shelf=shelf, name=plain, path=path)

    def walk(self, shelf: str) -> Iterator[DocumentRef]:
        folder = self.folder(shelf)
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(folder).as_posix()
            if path.suffix.lower() not in SUFFIXES or not _acceptable(relative):
                continue
            if path.is_file() and path.resolve().is_relative_to(folder):
                yield DocumentRef(shelf=shelf, name=relative, path=path)
