from pathlib import Path
from typing import Protocol


class PageStore(Protocol):
    def load(self, book: str, page: str) -> str: ...

    def books(self) -> list[str]: ...


class FolderStore:
    """Books are folders, pages are markdown files in them."""

    LIMIT = 256_000

    def __init__(self, base: Path):
        self.base = base

    def books(self) -> list[str]:
        return sorted(p.name for p in self.base.iterdir() if p.is_dir())

    def load(self, book: str, page: str) -> str:
        if book not in self.books():
            raise KeyError(book)
        root = (self.base / book).resolve()
        target = (root / page).resolve()
        if not target.is_relative_to(root) or target.suffix != ".md":
            raise KeyError(page)
        with target.open(encoding="utf-8") as handle:
            return handle.read(self.LIMIT)
