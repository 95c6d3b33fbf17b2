"""Keeping the sign-in between two starts."""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class TokenSet:
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: float

    @property
    def fresh(self) -> bool:
        return self.expires_at - 60 > time.time()

    @classmethod
    def from_answer(cls, answer: dict, previous: "TokenSet | None" = None) -> "TokenSet":
        refresh = answer.get("refresh_token") or (previous.refresh_token if previous else "")
        return cls(answer["access_token"], refresh, time.time() + float(answer.get("expires_in", 300)))


class TokenCache:
    """A JSON file with the last token set."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(tempfile.gettempdir()) / "calmate" / "session.json"

    def load(self) -> TokenSet | None:
        try:
            return TokenSet(**json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            raise RuntimeError("the stored sign-in cannot be read; run calmate-login") from None

    def save(self, tokens: TokenSet) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(asdict(tokens)), encoding="utf-8")

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)
