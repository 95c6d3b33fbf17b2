"""Plain word search."""

from __future__ import annotations

from itertools import islice

from .config import Config
from .locator import Locator
from .models import Hit
from .reader import Reader


class Search:
    def __init__(self, config: Config, locator: Locator, reader: Reader) -> None:
        self._config = config
        self._locator = locator
        self._reader = reader

    def run(self, shelf: str, words: str, limit: int) -> list[Hit]:
        wanted = [word.casefold() for word in words.split()][:8]
        if not wanted:
            return []
        return list(islice(self._hits(shelf, wanted), limit))

    def _hits(self, shelf: str, wanted: list[str]):
        for ref in islice(self._locator.walk(shelf), self._config.max_documents):
            for number, line in self._reader.lines(ref):
                folded = line.casefold()
                if all(word in folded for word in wanted):
                    yield Hit(uri=ref.uri, line=number, text=line.strip()[:200])
