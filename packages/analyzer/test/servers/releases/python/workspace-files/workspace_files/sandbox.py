from __future__ import annotations

import os
import tempfile
from pathlib import Path


class Outside(PermissionError):
    """A path that leaves the allowed folders."""


class Sandbox:
    def __init__(self, roots: list[str]) -> None:
        self.roots = [Path(r).expanduser().resolve(strict=True) for r in roots]
        if not self.roots:
            raise ValueError("at least one folder is needed")

    def resolve(self, text: str) -> Path:
        if "\0" in text:
            raise Outside("bad path")
        candidate = Path(text).expanduser()
        if not candidate.is_absolute():
            candidate = self.roots[0] / candidate
        real = candidate.resolve()
        if not any(real == root or root in real.parents for root in self.roots):
            raise Outside("path is not in an allowed folder")
        return real

    def read(self, text: str, limit: int) -> str:
        path = self.resolve(text)
        if not path.is_file():
            raise FileNotFoundError("no such file")
        with path.open("rb") as handle:
            return handle.read(limit).decode("utf-8", "replace")

    def write(self, text: str, content: str) -> None:
        path = self.resolve(text)
        if not path.parent.is_dir():
            raise FileNotFoundError("no such folder")
        fd, temp = tempfile.mkstemp(dir=path.parent, prefix=".wf-")
        try:
            with os.fdopen(fd, "w", encoding="utf-8") as handle:
                handle.write(content)
            os.replace(temp, path)
        except BaseException:
            os.unlink(temp)
            raise
