from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def _required(name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise SystemExit(f"opsboard-mcp: set {name}")
    return value


@dataclass(frozen=True)
class Config:
    tokens: Path
    database: Path
    port: int
    host: str = "127.0.0.1"

    @property
    def allowed_hosts(self) -> list[str]:
        return [f"127.0.0.1:{self.port}", f"localhost:{self.port}"]

    @property
    def allowed_origins(self) -> list[str]:
        return [f"http://{host}" for host in self.allowed_hosts]

    @classmethod
    def from_env(cls) -> "Config":
        return cls(
            tokens=Path(_required("OPSBOARD_TOKENS")).expanduser(),
            database=Path(_required("OPSBOARD_DATABASE")).expanduser(),
            port=int(os.environ.get("OPSBOARD_PORT", "8765")),
        )
