import ipaddress
import socket
from urllib.parse import urlparse

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("link-preview")


@mcp.tool()
async def preview_status(url: str) -> dict:
    """Status and content type of a link, for a preview card."""
    if not url.startswith(("http://", "https://")):
        raise ValueError("only http and https")
    async with httpx.AsyncClient(timeout=10, follow_redirects=True) as client:
        response = await client.head(url)
    return {"status": response.status_code, "type": response.headers.get("content-type", "")}


if __name__ == "__main__":
    mcp.run()
