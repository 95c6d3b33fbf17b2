"""Orders of a shop."""
import sqlite3
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("orders")


@mcp.tool()
def count_orders(query: str) -> int:
    """Count the orders of a customer."""
    with sqlite3.connect("orders.db") as db:
        return len(db.execute(query).fetchall())


if __name__ == "__main__":
    mcp.run()
