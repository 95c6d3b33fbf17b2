import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass
class Tokens:
    access_token: str
    refresh_token: str
    expires_at: int

    def stale(self) -> bool:
        return self.expires_at - 60 < time.time()


class TokenFile:
    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "tokens.json"

    def load(self) -> Tokens:
        return Tokens(**json.loads(self._file.read_text(encoding="utf-8")))

    def save(self, tokens: Tokens) -> None:
        self._file.write_text(json.dumps(asdict(tokens)), encoding="utf-8")
        self._file.chmod(0o644)
