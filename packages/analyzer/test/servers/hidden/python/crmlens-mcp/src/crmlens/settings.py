from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Settings:
    database_url: str = field(repr=False)
    tenant: int
    statement_timeout_ms: int = 8000
    pool_size: int = 4

    @classmethod
    def load(cls) -> "Settings":
        try:
            url = os.environ["CRMLENS_DATABASE_URL"]
            tenant = int(os.environ["CRMLENS_TENANT"])
        except KeyError as missing:
            raise SystemExit(f"crmlens: {missing.args[0]} is not set") from None
        return cls(database_url=url, tenant=tenant)
