import os

from fastmcp import FastMCP
from pymongo import MongoClient

from filters import cheaper_than, in_stock

mcp = FastMCP("shop-search")
client: MongoClient = MongoClient(os.environ["SHOP_MONGO"], serverSelectionTimeoutMS=5000, timeoutMS=8000)
products = client["shop"]["products"]

FIELDS = {"_id": 0, "sku": 1, "name": 1, "price": 1}


@mcp.tool
def cheap_products(limit: str) -> list[dict]:
    """List products whose price after discount is below the limit."""
    return list(products.find(cheaper_than(limit), FIELDS).limit(50))


@mcp.tool
def available_products() -> list[dict]:
    """List products that can be shipped at once."""
    return list(products.find(in_stock(), FIELDS).limit(50))


if __name__ == "__main__":
    mcp.run()
