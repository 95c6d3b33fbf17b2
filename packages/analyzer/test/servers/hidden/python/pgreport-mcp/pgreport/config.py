from __future__ import annotations

import os
import ssl
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Config:
    host: str
    database: str
    user: str
    password: str = field(repr=False)
    ca_file: str | None = None

    @classmethod
    def from_env(cls) -> "Config":
        values = {}
        for name in ("host", "database", "user", "password"):
            variable = f"PGREPORT_{name.upper()}"
            values[name] = os.environ.get(variable, "")
            if not values[name]:
                raise ValueError(f"{variable} is not set")
        return cls(**values, ca_file=os.environ.get("PGREPORT_CA_FILE"))

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.ca_file)
