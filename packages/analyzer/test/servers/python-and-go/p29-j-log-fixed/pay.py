import logging
import os

import httpx
from mcp.server.fastmcp import FastMCP

logger = logging.getLogger("pay")
mcp = FastMCP("pay")


@mcp.tool()
async def balance(account_id: int) -> float:
    """Balance of an account."""
    api_key = os.environ["PAY_API_KEY"]
    logger.info("calling balance for %s", account_id)
    async with httpx.AsyncClient(timeout=5) as c:
        r = await c.get(f"https://api.pay.example.com/accounts/{account_id}", headers={"X-Key": api_key})
        r.raise_for_status()
        return float(r.json()["balance"])


if __name__ == "__main__":
    mcp.run()
