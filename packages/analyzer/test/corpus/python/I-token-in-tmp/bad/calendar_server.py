import json
import os
import time
from pathlib import Path

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calendar")

LOGIN = "https://login.terminplan.example/oauth/token"
API = "https://api.terminplan.example/v1"
CACHE = Path("/tmp/terminplan_token.json")


def access_token() -> str:
    if CACHE.exists():
        cached = json.loads(CACHE.read_text())
        if cached["expires"] > time.time():
            return cached["access_token"]
    answer = httpx.post(
        LOGIN,
        data={"grant_type": "client_credentials", "client_id": os.environ["TERMINPLAN_ID"]},
        auth=(os.environ["TERMINPLAN_ID"], os.environ["TERMINPLAN_SECRET"]),
        timeout=10,
    )
    answer.raise_for_status()
    token = answer.json()
    cached = {"access_token": token["access_token"], "expires": time.time() + token["expires_in"] - 30}
    CACHE.write_text(json.dumps(cached))
    return cached["access_token"]


@mcp.tool()
def appointments_today() -> int:
    """Count the appointments of today."""
    headers = {"Authorization": f"Bearer {access_token()}"}
    answer = httpx.get(f"{API}/calendars/1/today", headers=headers, timeout=10)
    answer.raise_for_status()
    return len(answer.json()["appointments"])


if __name__ == "__main__":
    mcp.run()
