"""Who is calling, and what the role of the caller includes."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class Role(IntEnum):
    viewer = 1
    operator = 2
    admin = 3


@dataclass(frozen=True)
class Principal:
    name: str
    role: Role

    def covers(self, role: Role) -> bool:
        return self.role >= role


class TokenTable:
    def __init__(self, entries: list[tuple[Principal, bytes]]) -> None:
        self._entries = entries

    @classmethod
    def load(cls, path: Path) -> "TokenTable":
        entries = []
        for row in json.loads(path.read_text(encoding="utf-8")):
            digest = bytes.fromhex(row["sha256"])
            if len(digest) != 32:
                raise ValueError(f"token {row['name']!r}: not a SHA-256 digest")
            entries.append((Principal(row["name"], Role[row["role"]]), digest))
        if not entries:
            raise ValueError("the token file is empty")
        return cls(entries)

    def find(self, token: str) -> Principal | None:
        # tokens are 32 random bytes, so one plain digest is enough
        digest = hashlib.sha256(token.encode()).digest()
        found = None
        for principal, known in self._entries:
            if hmac.compare_digest(digest, known):
                found = principal
        return found


class BearerMiddleware:
    """Refuses requests without a known token."""

    def __init__(self, app: ASGIApp, tokens: TokenTable) -> None:
        self._app = app
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        principal = self._tokens.find(self._token(scope))
        if principal is None:
            refusal = JSONResponse(
                {"error": "unauthorized"}, status_code=401, headers={"WWW-Authenticate": "Bearer"}
            )
            await refusal(scope, receive, send)
            return
        scope["opsboard.principal"] = principal
        await self._app(scope, receive, send)

    @staticmethod
    def _token(scope: Scope) -> str:
        for key, value in scope["headers"]:
            if key == b"authorization":
                scheme, _, token = value.decode("latin-1").partition(" ")
                return token.strip() if scheme.lower() == "bearer" else ""
        return ""
