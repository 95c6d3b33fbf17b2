"""Inbox and output."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz")


def _folder(variable: str) -> Path:
    path = Path(os.environ.get(variable, "")).expanduser()
    if not os.environ.get(variable) or not path.is_dir():
        raise ValueError(f"{variable} has to name a folder")
    return path.resolve()


@dataclass(frozen=True)
class Folders:
    inbox: Path
    output: Path

    @classmethod
    def from_env(cls) -> "Folders":
        return cls(_folder("UNPACKR_INBOX"), _folder("UNPACKR_OUTPUT"))

    def archive(self, name: str) -> Path:
        if "\x00" in name:
            raise ValueError("no such archive")
        path = (self.inbox / name).resolve()
        if not path.is_relative_to(self.inbox) or not path.name.lower().endswith(SUFFIXES):
            raise ValueError("no such archive")
        if not path.is_file():
            raise ValueError("no such archive")
        return path

    def archives(self) -> list[str]:
        names = (path.name for path in self.inbox.iterdir() if path.is_file())
        return sorted(name for name in names if name.lower().endswith(SUFFIXES))[:500]

    def new_target(self) -> Path:
        """A new private folder."""
        return Path(tempfile.mkdtemp(prefix="unpacked-", dir=self.output)).resolve()
