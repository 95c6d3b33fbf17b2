"""The configuration file."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

_SHELF_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
DEFAULT_FILE = "~/.config/docshelf.toml"


@dataclass(frozen=True)
class Config:
    shelves: dict[str, Path] = field(default_factory=dict)
    max_chars: int = 60_000
    max_documents: int = 2_000

    @classmethod
    def load(cls, file: Path | None = None) -> "Config":
        file = file or Path(os.environ.get("DOCSHELF_CONFIG", DEFAULT_FILE)).expanduser()
        with file.open("rb") as stream:
            raw = tomllib.load(stream)
        shelves: dict[str, Path] = {}
        for name, folder in raw.get("shelves", {}).items():
            if not _SHELF_NAME.fullmatch(name):
                raise ValueError(f"bad shelf name {name!r}")
            path = Path(folder).expanduser().resolve()
            if not path.is_dir():
                raise ValueError(f"shelf {name}: {path} is not a folder")
            shelves[name] = path
        if not shelves:
            raise ValueError("no shelves configured")
        return cls(shelves=shelves)
