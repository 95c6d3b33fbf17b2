from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_CONTEXT = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._:/-]{0,120}")


def _list(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


@dataclass(frozen=True)
class Config:
    token: str = field(repr=False)
    context: str
    namespaces: frozenset[str]
    restarts: frozenset[tuple[str, str]]
    port: int = 8899
    host: str = "127.0.0.1"

    @classmethod
    def from_env(cls) -> "Config":
        token = os.environ.get("KUBEDECK_TOKEN", "")
        if len(token) < 32:
            raise ValueError("KUBEDECK_TOKEN needs at least 32 characters")
        context = os.environ.get("KUBEDECK_CONTEXT", "")
        if not _CONTEXT.fullmatch(context):
            raise ValueError("KUBEDECK_CONTEXT is not set")
        namespaces = _list("KUBEDECK_NAMESPACES")
        restarts = [tuple(part.split("/", 1)) for part in _list("KUBEDECK_RESTARTS")]
        names = [*namespaces, *(name for pair in restarts for name in pair)]
        if not namespaces or not all(LABEL.fullmatch(name) for name in names):
            raise ValueError("KUBEDECK_NAMESPACES or KUBEDECK_RESTARTS is malformed")
        return cls(
            token, context, frozenset(namespaces), frozenset(restarts), int(os.environ.get("KUBEDECK_PORT", "8899"))
        )
