"""The repositories somebody may ask about."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

_ALIAS = re.compile(r"[a-z][a-z0-9-]{0,30}")


@dataclass(frozen=True)
class Repository:
    alias: str
    path: Path


class RepositoryTable:
    def __init__(self, repositories: list[Repository]) -> None:
        self._table = {repository.alias: repository for repository in repositories}

    @classmethod
    def from_env(cls) -> "RepositoryTable":
        found = []
        for part in filter(None, os.environ.get("GITSCOPE_REPOS", "").split(",")):
            alias, _, folder = part.strip().partition("=")
            path = Path(folder).expanduser().resolve()
            if not _ALIAS.fullmatch(alias) or not (path / ".git").exists():
                raise ValueError(f"{part!r} does not name a repository")
            found.append(Repository(alias, path))
        if not found:
            raise ValueError("GITSCOPE_REPOS is empty")
        return cls(found)

    def aliases(self) -> list[str]:
        return sorted(self._table)

    def get(self, alias: str) -> Repository:
        try:
            return self._table[alias]
        except KeyError:
            raise ValueError("unknown repository") from None
