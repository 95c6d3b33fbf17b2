import os
from pymongo import MongoClient
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("orders")
col = MongoClient(os.environ["MONGO"])["shop"]["orders"]


@mcp.tool()
def count_by(field: str, value: str) -> int:
    """Number of orders with a value."""
    return col.count_documents({"$where": f"this.{field} == '{value}'"})


mcp.run()
