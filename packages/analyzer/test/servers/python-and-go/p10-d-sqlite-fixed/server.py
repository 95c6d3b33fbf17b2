import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from collections.abc import AsyncIterator

from mcp.server.fastmcp import Context, FastMCP


@dataclass
class AppState:
    db: sqlite3.Connection


@asynccontextmanager
async def lifespan(server: FastMCP) -> AsyncIterator[AppState]:
    conn = sqlite3.connect("inventory.db")
    conn.row_factory = sqlite3.Row
    try:
        yield AppState(db=conn)
    finally:
        conn.close()


mcp = FastMCP("inventory", lifespan=lifespan)


@mcp.tool()
def find_items(query: str, ctx: Context, category: str | None = None, limit: int = 20) -> list[dict]:
    """Search the inventory."""
    db = ctx.request_context.lifespan_context.db
    clauses, params = ["name LIKE ?"], [f"%{query}%"]
    if category:
        clauses.append("category = ?")
        params.append(category)
    params.append(min(limit, 100))
    sql = "SELECT id, name, qty FROM items WHERE " + " AND ".join(clauses) + " LIMIT ?"
    with closing(db.cursor()) as cur:
        cur.execute(sql, params)
        return [dict(r) for r in cur.fetchall()]


if __name__ == "__main__":
    mcp.run()
