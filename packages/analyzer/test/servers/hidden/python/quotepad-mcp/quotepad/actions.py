"""The tools, as methods."""

from __future__ import annotations

from typing import Any

from .schemas import SCHEMAS
from .store import Quote, Store


def _show(quote: Quote) -> dict[str, Any]:
    shown = {"id": quote.id, "text": quote.text, "source": quote.source}
    if quote.remark:
        shown["remark"] = quote.remark
    return shown


class Actions:
    def __init__(self, store: Store) -> None:
        self._store = store

    def perform(self, name: str, arguments: dict[str, Any]) -> Any:
        if name not in SCHEMAS:
            raise ValueError("unknown tool")
        method = getattr(self, f"do_{name}")
        self._store.count_call()
        return method(**arguments)

    def do_add_quote(self, text: str, source: str, remark: str = "", tags: list[str] | None = None) -> dict:
        return {"id": self._store.add(text, source, remark, tags or [])}

    def do_find_quotes(self, words: str = "", tag: str = "", limit: int = 10) -> list[dict]:
        return [_show(quote) for quote in self._store.find(words, tag, limit)]

    def do_random_quote(self) -> dict:
        quote = self._store.random()
        return _show(quote) if quote else {"note": "the pad is empty"}

    def do_list_tags(self) -> dict[str, int]:
        return self._store.tags()

    def do_remove_quote(self, id: int) -> dict:
        return {"removed": self._store.remove(id)}
