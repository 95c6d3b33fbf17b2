import json
import os
from pathlib import Path

import httpx
import keyring
from fastmcp import FastMCP

mcp = FastMCP("calendar")
TOKEN_FILE = Path.home() / ".calendar-mcp" / "token.json"


def login(code: str) -> None:
    r = httpx.post(
        "https://auth.example.com/token",
        data={"grant_type": "authorization_code", "code": code, "client_id": os.environ["CLIENT_ID"]},
        timeout=10,
    )
    r.raise_for_status()
    tokens = r.json()
    keyring.set_password("calendar-mcp", "refresh_token", tokens["refresh_token"])


@mcp.tool
def finish_login(code: str) -> str:
    """Finish the login with the code shown in the browser."""
    login(code)
    return "logged in"


if __name__ == "__main__":
    mcp.run()
