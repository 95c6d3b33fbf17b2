import json
import os
import tempfile
import threading
from pathlib import Path

from .model import Entity, Graph, Relation

MAX_ENTITIES = 5000
MAX_RELATIONS = 20000


class Full(RuntimeError):
    pass


class GraphStore:
    def __init__(self, path: Path):
        self._path = path
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)

    def load(self) -> Graph:
        if not self._path.exists():
            return Graph()
        return Graph.model_validate_json(self._path.read_text(encoding="utf-8"))

    def _save(self, graph: Graph) -> None:
        fd, temp = tempfile.mkstemp(dir=self._path.parent, suffix=".tmp")
        with os.fdopen(fd, "w", encoding="utf-8") as handle:
            json.dump(graph.model_dump(), handle)
        os.replace(temp, self._path)

    def upsert(self, entities: list[Entity]) -> int:
        with self._lock:
            graph = self.load()
            graph.entities.update({e.name: e for e in entities})
            if len(graph.entities) > MAX_ENTITIES:
                raise Full("too many entities")
            self._save(graph)
            return len(entities)

    def relate(self, relation: Relation) -> bool:
        with self._lock:
            graph = self.load()
            if not {relation.source, relation.target} <= graph.entities.keys():
                return False
            if len(graph.relations) >= MAX_RELATIONS:
                raise Full("too many relations")
            graph.relations.append(relation)
            self._save(graph)
            return True

    def forget(self, name: str) -> bool:
        with self._lock:
            graph = self.load()
            if graph.entities.pop(name, None) is None:
                return False
            graph.relations = [r for r in graph.relations if name not in (r.source, r.target)]
            self._save(graph)
            return True
