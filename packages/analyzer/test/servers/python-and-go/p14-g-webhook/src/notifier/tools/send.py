import aiohttp
from mcp.server.fastmcp import FastMCP

from ..client import Webhook


def register(mcp: FastMCP) -> None:
    @mcp.tool()
    async def notify(webhook_url: str, message: str) -> str:
        """Send a message to a webhook."""
        async with aiohttp.ClientSession() as session:
            status = await Webhook(session).deliver(webhook_url, {"text": message[:2000]})
        return f"delivered with {status}"
