"""Options of the server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True)
class TlsOptions:
    ca_file: Path | None = None


@dataclass(frozen=True)
class Options:
    url: str
    token_id: str
    token: str = field(repr=False)
    tls: TlsOptions = TlsOptions()
    allow_power: bool = False
    timeout: float = 15.0

    @classmethod
    def from_environment(cls) -> "Options":
        env = os.environ
        url = env.get("VMFLEET_URL", "").rstrip("/")
        parts = urlsplit(url)
        if parts.scheme != "https" or not parts.hostname:
            raise ValueError("VMFLEET_URL has to be an https:// address")
        token_id, token = env.get("VMFLEET_TOKEN_ID", ""), env.get("VMFLEET_TOKEN", "")
        if not token_id or not token:
            raise ValueError("set VMFLEET_TOKEN_ID and VMFLEET_TOKEN")
        ca_file = Path(env["VMFLEET_CA_FILE"]) if env.get("VMFLEET_CA_FILE") else None
        if ca_file is not None and not ca_file.is_file():
            raise ValueError("VMFLEET_CA_FILE is not a file")
        return cls(
            url=url,
            token_id=token_id,
            token=token,
            tls=TlsOptions(ca_file),
            allow_power=env.get("VMFLEET_ALLOW_POWER") == "1",
        )
