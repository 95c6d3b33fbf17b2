"""Profiles of the configuration file."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,252}")
_WORD = re.compile(r"[A-Za-z0-9_]{1,64}")


class ConfigError(ValueError):
    pass


@dataclass(frozen=True)
class Profile:
    name: str
    host: str
    user: str
    password_env: str
    databases: tuple[str, ...]
    port: int = 3306

    def password(self) -> str:
        try:
            return os.environ[self.password_env]
        except KeyError:
            raise ConfigError(f"environment variable {self.password_env} is not set") from None


@dataclass(frozen=True)
class Config:
    folder: Path
    keep: int
    profiles: dict[str, Profile]
    timeout: float = 1800.0

    @classmethod
    def load(cls) -> "Config":
        path = Path(os.environ.get("DUMPKEEPER_CONFIG", "/etc/dumpkeeper.toml"))
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        folder = Path(raw["folder"])
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep = int(raw.get("keep", 7))
        if keep < 1:
            raise ConfigError("keep at least one dump")
        profiles = {name: _profile(name, entry) for name, entry in raw.get("profile", {}).items()}
        return cls(folder=folder.resolve(), keep=keep, profiles=profiles)


def _profile(name: str, entry: dict) -> Profile:
    checks = [(_WORD, name), (_HOST, entry["host"]), (_WORD, entry["user"])]
    checks += [(_WORD, database) for database in entry["databases"]]
    for pattern, value in checks:
        if not pattern.fullmatch(value):
            raise ConfigError(f"profile {name!r}: {value!r} is not allowed")
    return Profile(
        name=name,
        host=entry["host"],
        user=entry["user"],
        password_env=entry["password_env"],
        databases=tuple(entry["databases"]),
        port=int(entry.get("port", 3306)),
    )
