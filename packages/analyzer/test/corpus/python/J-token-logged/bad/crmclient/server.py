import logging
import os

import httpx
from mcp.server.fastmcp import FastMCP

from .http import get_json

logging.basicConfig(level=logging.INFO)
mcp = FastMCP("crm-numbers")

API = "https://crm.stadtwerke-moor.example/api"


def headers() -> dict[str, str]:
    return {"Authorization": f"Bearer {os.environ['CRM_TOKEN']}", "Accept": "application/json"}


@mcp.tool()
async def customers_in(postcode: int) -> str:
    """Count the customers of a postcode area."""
    try:
        answer = await get_json(f"{API}/customers/count", headers(), {"postcode": postcode})
    except httpx.HTTPError:
        logging.getLogger("crmclient").warning("count failed")
        return "the CRM is not available"
    return f"{int(answer['count'])} customers"


if __name__ == "__main__":
    mcp.run()
