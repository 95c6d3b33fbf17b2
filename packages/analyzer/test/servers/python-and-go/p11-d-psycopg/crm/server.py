import os

from mcp.server.fastmcp import FastMCP

from crm.db import Customers

mcp = FastMCP("crm")
customers = Customers(os.environ["DATABASE_URL"])


@mcp.tool()
async def list_customers(region: str, order_by: str = "name") -> list[dict]:
    """Customers of a region."""
    rows = await customers.sorted_by(order_by, region)
    return [dict(r) if isinstance(r, dict) else {"id": r[0], "name": r[1]} for r in rows]


if __name__ == "__main__":
    mcp.run()
