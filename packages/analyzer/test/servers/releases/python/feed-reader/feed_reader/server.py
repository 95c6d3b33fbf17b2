import base64
import json
import os
from pathlib import Path

import httpx
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from feed_reader.net import download
from feed_reader.parse import parse

SUBSCRIPTIONS = Path(os.environ.get("FEEDS_FILE", Path.home() / ".config" / "feeds.json"))
mcp = FastMCP("feed-reader")


def subscriptions() -> dict[str, str]:
    return json.loads(SUBSCRIPTIONS.read_text(encoding="utf-8"))


@mcp.tool()
def feeds() -> list[str]:
    """Names of the feeds that the user subscribed to."""
    return sorted(subscriptions())


@mcp.tool()
async def read_feed(name: str) -> dict:
    """Newest items of a subscribed feed with the feed's icon."""
    url = subscriptions().get(name)
    if url is None:
        raise ToolError("not subscribed")
    try:
        feed = parse(await download(url))
        icon = base64.b64encode(await download(feed.icon)).decode() if feed.icon else None
    except (httpx.HTTPError, ValueError) as exc:
        raise ToolError("the feed is not readable") from exc
    return {"untrusted": {"title": feed.title, "items": feed.items}, "icon": icon}


if __name__ == "__main__":
    mcp.run()
