import json
import os
import time
from pathlib import Path

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("calendar")

LOGIN = "https://login.terminplan.example/oauth/token"
API = "https://api.terminplan.example/v1"
_cached: dict[str, float | str] = {}


def access_token() -> str:
    if _cached and float(_cached["expires"]) > time.time():
        return str(_cached["access_token"])
    answer = httpx.post(
        LOGIN,
        data={"grant_type": "client_credentials", "client_id": os.environ["TERMINPLAN_ID"]},
        auth=(os.environ["TERMINPLAN_ID"], os.environ["TERMINPLAN_SECRET"]),
        timeout=10,
    )
    answer.raise_for_status()
    token = answer.json()
    _cached.update(access_token=token["access_token"], expires=time.time() + token["expires_in"] - 30)
    return str(_cached["access_token"])


def settings_file() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "terminplan.json"


def calendar_id() -> int:
    path = settings_file()
    return int(json.loads(path.read_text())["calendar"]) if path.exists() else 1


@mcp.tool()
def appointments_today() -> int:
    """Count the appointments of today."""
    headers = {"Authorization": f"Bearer {access_token()}"}
    answer = httpx.get(f"{API}/calendars/{calendar_id()}/today", headers=headers, timeout=10)
    answer.raise_for_status()
    return len(answer.json()["appointments"])


if __name__ == "__main__":
    mcp.run()
