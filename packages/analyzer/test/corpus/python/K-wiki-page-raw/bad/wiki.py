"""Reads pages of the company wiki."""
import os
from urllib.parse import quote

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("wiki")

WIKI = "https://wiki.tuchfabrik.example/page/"
LIMIT = 200_000


async def load(title: str) -> str:
    headers = {"Authorization": f"Bearer {os.environ['WIKI_TOKEN']}"}
    async with httpx.AsyncClient(timeout=10, headers=headers) as client:
        async with client.stream("GET", WIKI + quote(title, safe="")) as response:
            response.raise_for_status()
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > LIMIT:
                    break
    return body[:LIMIT].decode("utf-8", "replace")


@mcp.tool()
async def wiki_page(title: str) -> str:
    """Read a page of the wiki, given its title."""
    if not title or title.startswith("."):
        raise ValueError("not a title")
    return await load(title)


if __name__ == "__main__":
    mcp.run()
