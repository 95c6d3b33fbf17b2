"""Google Calendar server with an OAuth flow."""
import base64
import hashlib
import json
import logging
import os
import secrets
import time
from pathlib import Path
from urllib.parse import urlencode

import httpx
from cryptography.fernet import Fernet
from mcp.server.fastmcp import FastMCP

logger = logging.getLogger(__name__)
AUTH_URL = "https://accounts.google.com/o/oauth2/v2/auth"
TOKEN_URL = "https://oauth2.googleapis.com/token"
SCOPES = "https://www.googleapis.com/auth/calendar.readonly"
CACHE = Path.home() / ".config" / "gcal-mcp" / "tokens.bin"


class TokenStore:
    def __init__(self, key: str):
        self._fernet = Fernet(key.encode())

    def save(self, tokens: dict) -> None:
        CACHE.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        blob = self._fernet.encrypt(json.dumps(tokens).encode())
        fd = os.open(CACHE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as fh:
            fh.write(blob)

    def load(self) -> dict | None:
        if not CACHE.exists():
            return None
        return json.loads(self._fernet.decrypt(CACHE.read_bytes()))


class OAuth:
    def __init__(self, store: TokenStore):
        self.store = store
        self.verifier = secrets.token_urlsafe(48)
        self.state = secrets.token_urlsafe(16)

    def url(self) -> str:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "client_id": os.environ["GOOGLE_CLIENT_ID"],
            "redirect_uri": "http://127.0.0.1:8765/callback",
            "response_type": "code",
            "scope": SCOPES,
            "state": self.state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{AUTH_URL}?{urlencode(query)}"

    async def exchange(self, code: str, state: str) -> None:
        if not secrets.compare_digest(state, self.state):
            raise ValueError("state does not match")
        async with httpx.AsyncClient(timeout=10) as client:
            r = await client.post(TOKEN_URL, data={
                "grant_type": "authorization_code", "code": code, "code_verifier": self.verifier,
                "client_id": os.environ["GOOGLE_CLIENT_ID"], "client_secret": os.environ["GOOGLE_CLIENT_SECRET"],
                "redirect_uri": "http://127.0.0.1:8765/callback",
            })
        r.raise_for_status()
        tokens = r.json()
        tokens["expires_at"] = time.time() + int(tokens.get("expires_in", 0))
        self.store.save(tokens)
        logger.info("tokens stored")


mcp = FastMCP("gcal")
oauth = OAuth(TokenStore(os.environ["TOKEN_KEY"]))


@mcp.tool()
def login_url() -> str:
    """URL where the user grants access."""
    return oauth.url()


@mcp.tool()
async def finish_login(code: str, state: str) -> str:
    """Finish the login."""
    await oauth.exchange(code, state)
    return "logged in"


@mcp.tool()
async def next_events(count: int = 5) -> list[dict]:
    """The next events of the primary calendar."""
    tokens = oauth.store.load()
    if tokens is None:
        raise ValueError("not logged in; call login_url")
    async with httpx.AsyncClient(timeout=10) as client:
        r = await client.get(
            "https://www.googleapis.com/calendar/v3/calendars/primary/events",
            params={"maxResults": max(1, min(count, 50)), "singleEvents": "true", "orderBy": "startTime"},
            headers={"Authorization": f"Bearer {tokens['access_token']}"},
        )
    r.raise_for_status()
    return [{"id": e["id"], "start": e["start"].get("dateTime")} for e in r.json().get("items", [])]


if __name__ == "__main__":
    mcp.run()
