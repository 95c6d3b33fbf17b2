import logging

import httpx
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from payments.settings import settings

log = logging.getLogger("payments")
mcp = FastMCP("payments-lookup")


async def _get(path: str, params: dict | None = None) -> dict:
    async with httpx.AsyncClient(base_url=settings.base_url, timeout=settings.timeout) as client:
        response = await client.get(path, params=params, headers={"Authorization": f"Bearer {settings.api_key}"})
    if response.status_code >= 400:
        log.warning("stripe answered %d", response.status_code)
        raise ToolError(f"payment service answered {response.status_code}")
    return response.json()


@mcp.tool()
async def recent_charges(limit: int = 10) -> list[dict]:
    """The newest charges with amount, currency and state."""
    data = await _get("/charges", {"limit": max(1, min(limit, 100))})
    return [{k: c.get(k) for k in ("id", "amount", "currency", "status", "created")} for c in data["data"]]


@mcp.tool()
async def balance() -> list[dict]:
    """Available balance per currency."""
    data = await _get("/balance")
    return [{"amount": b["amount"], "currency": b["currency"]} for b in data["available"]]


if __name__ == "__main__":
    mcp.run()
