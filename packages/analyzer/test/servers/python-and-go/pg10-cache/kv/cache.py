import hashlib
import json
import os
import tempfile
import time
from pathlib import Path


class DiskCache:
    def __init__(self, folder: Path, ttl: float = 300.0):
        self.folder = folder
        self.ttl = ttl
        folder.mkdir(parents=True, exist_ok=True)

    def _path(self, key: str) -> Path:
        digest = hashlib.sha256(key.encode("utf-8")).hexdigest()
        return self.folder / f"{digest}.json"

    def get(self, key: str):
        path = self._path(key)
        try:
            if time.time() - path.stat().st_mtime > self.ttl:
                path.unlink(missing_ok=True)
                return None
            return json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return None

    def set(self, key: str, value) -> None:
        path = self._path(key)
        fd, name = tempfile.mkstemp(dir=self.folder)
        with os.fdopen(fd, "w", encoding="utf-8") as fh:
            json.dump(value, fh)
        os.replace(name, path)
