import httpx
from mcp.server.fastmcp import FastMCP

from .client import load
from .guard import Refused

mcp = FastMCP("feeds")


async def count_entries(url: str) -> str:
    try:
        body = await load(url)
    except Refused:
        return "that address may not be fetched"
    except (httpx.HTTPError, ValueError):
        return "the feed could not be loaded"
    return f"{body.count(b'<item') + body.count(b'<entry')} entries"


mcp.add_tool(count_entries, name="count_entries", description="Count the entries of a news feed")

if __name__ == "__main__":
    mcp.run()
