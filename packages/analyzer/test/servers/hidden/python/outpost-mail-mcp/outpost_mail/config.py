from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Config:
    host: str
    user: str
    password: str = field(repr=False)
    sender: str
    domains: frozenset[str]
    hourly: int = 30
    port: int = 587
    timeout: float = 20.0

    @classmethod
    def from_env(cls) -> "Config":
        env = os.environ
        missing = [
            name
            for name in ("OUTPOST_SMTP_HOST", "OUTPOST_SMTP_USER", "OUTPOST_SMTP_PASS", "OUTPOST_FROM", "OUTPOST_DOMAINS")
            if not env.get(name)
        ]
        if missing:
            raise SystemExit(f"outpost-mail: set {', '.join(missing)}")
        domains = {part.strip().lower() for part in env["OUTPOST_DOMAINS"].split(",")}
        return cls(
            host=env["OUTPOST_SMTP_HOST"],
            user=env["OUTPOST_SMTP_USER"],
            password=env["OUTPOST_SMTP_PASS"],
            sender=env["OUTPOST_FROM"],
            domains=frozenset(domains - {""}),
            hourly=max(1, min(500, int(env.get("OUTPOST_HOURLY", "30")))),
        )
