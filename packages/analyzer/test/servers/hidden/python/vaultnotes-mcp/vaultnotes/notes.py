from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from typing import Any


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Note:
    title: str
    text: str
    tags: tuple[str, ...] = ()
    changed: str = field(default_factory=_now)

    def document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> "Note":
        return cls(document["title"], document["text"], tuple(document["tags"]), document["changed"])

    def contains(self, words: list[str]) -> bool:
        haystack = f"{self.title}\n{self.text}\n{' '.join(self.tags)}".casefold()
        return all(word in haystack for word in words)
