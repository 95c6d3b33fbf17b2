from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


class ConfigError(ValueError):
    pass


@dataclass(frozen=True)
class Hook:
    name: str
    host: str
    port: int
    path: str
    secret_env: str
    kinds: frozenset[str]

    def secret(self) -> bytes:
        value = os.environ.get(self.secret_env, "")
        if len(value) < 16:
            raise ConfigError(f"hook {self.name}: {self.secret_env} is missing or short")
        return value.encode()

    @classmethod
    def parse(cls, name: str, entry: dict) -> "Hook":
        parts = urlsplit(str(entry["url"]))
        if parts.scheme != "https" or not parts.hostname or parts.username or parts.fragment:
            raise ConfigError(f"hook {name}: the url has to be a plain https address")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(name, parts.hostname, parts.port or 443, path, entry["secret_env"], frozenset(entry["kinds"]))


@dataclass(frozen=True)
class Config:
    hooks: dict[str, Hook]
    redis_url: str
    timeout: float = 10.0
    per_minute: int = 30

    @classmethod
    def load(cls) -> "Config":
        try:
            path, redis_url = Path(os.environ["HOOKRELAY_CONFIG"]), os.environ["HOOKRELAY_REDIS"]
        except KeyError as error:
            raise ConfigError(f"{error.args[0]} is not set") from None
        if not redis_url.startswith(("rediss://", "unix://")):
            raise ConfigError("HOOKRELAY_REDIS has to be rediss:// or unix://")
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        hooks = {name: Hook.parse(name, entry) for name, entry in raw.get("hook", {}).items()}
        for hook in hooks.values():
            hook.secret()
        return cls(hooks, redis_url)
