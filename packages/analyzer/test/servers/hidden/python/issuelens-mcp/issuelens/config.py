from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_REPO = re.compile(r"[A-Za-z0-9_-]{1,40}/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


@dataclass(frozen=True)
class Config:
    url: str
    token: str = field(repr=False)
    repositories: frozenset[str]
    timeout: float = 15.0

    @classmethod
    def from_env(cls) -> "Config":
        url = os.environ.get("ISSUELENS_URL", "").rstrip("/")
        if urlsplit(url).scheme != "https":
            raise ValueError("ISSUELENS_URL has to start with https://")
        token = os.environ.get("ISSUELENS_TOKEN", "")
        if not token:
            raise ValueError("ISSUELENS_TOKEN is not set")
        names = {part.strip() for part in os.environ.get("ISSUELENS_REPOS", "").split(",")} - {""}
        for name in names:
            if not _REPO.fullmatch(name):
                raise ValueError(f"{name!r} is not a repository")
        if not names:
            raise ValueError("ISSUELENS_REPOS is empty")
        return cls(url, token, frozenset(names))

    def repository(self, name: str) -> str:
        if name not in self.repositories:
            raise ValueError("that repository is not configured")
        return name
