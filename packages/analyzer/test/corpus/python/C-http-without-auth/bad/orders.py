import os
import sqlite3
from contextlib import closing

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

DATABASE = os.environ.get("ORDERS_DB", "/var/lib/orders/orders.sqlite3")

mcp = FastMCP("orders", host="127.0.0.1", port=8931)


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def order_state(order_id: int) -> str:
    """Tell the state of an order."""
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        row = db.execute("SELECT state FROM orders WHERE id = ?", (order_id,)).fetchone()
    return row[0] if row else "unknown order"


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def cancel_order(order_id: int, confirm: bool = False) -> str:
    """Cancel an order. Needs confirm=true."""
    if not confirm:
        return "not cancelled: confirm is false"
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        db.execute("UPDATE orders SET state = 'cancelled' WHERE id = ?", (order_id,))
        db.commit()
    return "cancelled"


if __name__ == "__main__":
    mcp.run(transport="streamable-http")
