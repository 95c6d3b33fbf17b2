import aiohttp
from mcp.server.fastmcp import FastMCP

from ..client import Webhook

TARGETS = {
    "ops": "https://hooks.example.com/ops",
    "dev": "https://hooks.example.com/dev",
}


def register(mcp: FastMCP) -> None:
    @mcp.tool()
    async def notify(channel: str, message: str) -> str:
        """Send a message to a channel."""
        if channel not in TARGETS:
            raise ValueError("unknown channel")
        async with aiohttp.ClientSession() as session:
            status = await Webhook(session).deliver(TARGETS[channel], {"text": message[:2000]})
        return f"delivered with {status}"
