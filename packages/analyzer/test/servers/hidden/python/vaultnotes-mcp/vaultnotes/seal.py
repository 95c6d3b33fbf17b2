"""Encryption."""

from __future__ import annotations

import json
import os
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

VARIABLE = "VAULTNOTES_KEY"


class SealError(RuntimeError):
    pass


def new_key() -> str:
    return Fernet.generate_key().decode("ascii")


class Seal:
    """Seals small documents; several keys (comma separated) allow rotation."""

    def __init__(self, keys: list[str]) -> None:
        try:
            self._fernet = MultiFernet([Fernet(key.encode("ascii")) for key in keys])
        except ValueError:
            raise SealError(f"{VARIABLE} does not hold valid keys") from None

    @classmethod
    def from_env(cls) -> "Seal":
        keys = [part.strip() for part in os.environ.get(VARIABLE, "").split(",") if part.strip()]
        if not keys:
            raise SealError(f"{VARIABLE} is not set")
        return cls(keys)

    def close(self, document: dict[str, Any]) -> bytes:
        return self._fernet.encrypt(json.dumps(document, ensure_ascii=False).encode())

    def open(self, sealed: bytes) -> dict[str, Any]:
        try:
            return json.loads(self._fernet.decrypt(sealed))
        except InvalidToken:
            raise SealError("a note was sealed with another key") from None
