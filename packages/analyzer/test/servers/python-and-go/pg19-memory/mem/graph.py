from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Entity:
    name: str
    kind: str
    facts: list[str] = field(default_factory=list)


class Graph:
    def __init__(self, path: Path):
        self.path = path
        self.entities: dict[str, Entity] = {}
        if path.exists():
            with open(path, encoding="utf-8") as fh:
                self.entities = {e["name"]: Entity(**e) for e in json.load(fh)}

    def save(self) -> None:
        tmp = self.path.with_name(self.path.name + ".new")
        with open(tmp, "w", encoding="utf-8") as fh:
            json.dump([asdict(e) for e in self.entities.values()], fh)
        os.replace(tmp, self.path)

    def add(self, name: str, kind: str, facts: list[str]) -> None:
        if len(self.entities) >= 10_000:
            raise ValueError("the graph is full")
        self.entities.setdefault(name, Entity(name, kind)).facts.extend(facts[:50])
        self.save()

    def search(self, text: str) -> list[dict]:
        low = text.lower()
        return [asdict(e) for e in self.entities.values() if low in e.name.lower() or any(low in f.lower() for f in e.facts)][:50]
