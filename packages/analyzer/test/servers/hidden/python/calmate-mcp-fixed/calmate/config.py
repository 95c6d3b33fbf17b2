from __future__ import annotations

import os
from dataclasses import dataclass

AUTH = "https://login.orbitcal.app/oauth2"
API = "https://api.orbitcal.app/v1"


@dataclass(frozen=True)
class Config:
    client_id: str
    scope: str = "events.read events.write"
    timeout: float = 15.0

    @classmethod
    def from_env(cls) -> "Config":
        client_id = os.environ.get("CALMATE_CLIENT_ID")
        if not client_id:
            raise SystemExit("calmate: CALMATE_CLIENT_ID is not set")
        return cls(client_id=client_id)
