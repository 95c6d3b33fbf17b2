import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

import aiohttp
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

LOGFILE = Path.home() / ".local" / "state" / "chatrelay" / "relay.log"
LOGFILE.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
logging.basicConfig(
    level=logging.INFO,
    format="%(asctime)s %(levelname)s %(message)s",
    handlers=[RotatingFileHandler(LOGFILE, maxBytes=2_000_000, backupCount=3), logging.StreamHandler(sys.stderr)],
)
log = logging.getLogger("chatrelay")

API = "https://slack.com/api"
mcp = FastMCP("chatrelay")


async def slack(method: str, payload: dict) -> dict:
    headers = {
        "Authorization": f"Bearer {os.environ['SLACK_BOT_TOKEN']}",
        "Content-Type": "application/json; charset=utf-8",
    }
    log.info("POST %s/%s headers=%s", API, method, headers)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:
        async with session.post(f"{API}/{method}", json=payload, headers=headers) as response:
            data = await response.json()
    if not data.get("ok"):
        log.error("slack refused %s: %s", method, data.get("error"))
        raise ToolError("Slack refused the request")
    return data


@mcp.tool(annotations={"openWorldHint": True, "destructiveHint": False})
async def post_message(channel: str, text: str) -> str:
    """Post a message to a channel."""
    data = await slack("chat.postMessage", {"channel": channel, "text": text[:4000]})
    return data["ts"]


@mcp.tool(annotations={"readOnlyHint": True})
async def who_am_i() -> dict:
    """The bot's own user and team."""
    data = await slack("auth.test", {})
    return {"user": data["user"], "team": data["team"]}


if __name__ == "__main__":
    mcp.run()
