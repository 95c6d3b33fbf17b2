from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Config:
    host: str
    bind_dn: str
    password: str = field(repr=False)
    base: str
    ca_file: str | None = None
    port: int = 636

    @classmethod
    def from_env(cls) -> "Config":
        def required(name: str) -> str:
            value = os.environ.get(f"DIRLOOKUP_{name}", "")
            if not value:
                raise ValueError(f"DIRLOOKUP_{name} is not set")
            return value

        return cls(
            host=required("HOST"),
            bind_dn=required("BIND_DN"),
            password=required("PASSWORD"),
            base=required("BASE"),
            ca_file=os.environ.get("DIRLOOKUP_CA_FILE") or None,
        )
