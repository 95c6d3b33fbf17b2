import os

from mcp.server.fastmcp import FastMCP

from bridge.errors import reported
from bridge.stock import Stock

mcp = FastMCP("warehouse-bridge")
stock = Stock(os.environ["WAREHOUSE_DSN"])


@mcp.tool()
@reported
async def stock_level(sku: str) -> dict:
    """Pieces of an article in stock."""
    return {"ok": True, "sku": sku, "quantity": await stock.level(sku)}


@mcp.tool()
@reported
async def low_stock(below: int = 10) -> dict:
    """Articles of which fewer pieces than 'below' are left."""
    return {"ok": True, "articles": await stock.low(below)}


if __name__ == "__main__":
    mcp.run()
