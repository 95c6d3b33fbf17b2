import os
import re
import sqlite3
from contextlib import contextmanager

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

DB = os.environ.get("CATALOG_DB", "catalog.db")
TABLES = {"books": ("id", "title", "author"), "loans": ("id", "book_id", "due")}
mcp = FastMCP("catalog")


@contextmanager
def db():
    conn = sqlite3.connect(f"file:{DB}?mode=ro", uri=True, timeout=5)
    conn.row_factory = sqlite3.Row
    try:
        yield conn
    finally:
        conn.close()


@mcp.tool
def list_rows(table: str, order_by: str = "id", limit: int = 20) -> list[dict]:
    """Rows of a table."""
    columns = TABLES.get(table)
    if columns is None:
        raise ToolError("unknown table")
    if order_by not in columns:
        raise ToolError("unknown column")
    names = ", ".join(columns)
    with db() as conn:
        rows = conn.execute(f"SELECT {names} FROM {table} ORDER BY {order_by} LIMIT ?", (min(int(limit), 100),))
        return [dict(r) for r in rows]


@mcp.tool
def search_books(words: list[str]) -> list[dict]:
    """Books whose title contains one of the words."""
    words = words[:10]
    where = " OR ".join("title LIKE ?" for _ in words) or "1=1"
    with db() as conn:
        rows = conn.execute("SELECT id, title FROM books WHERE " + where + " LIMIT 50", [f"%{w}%" for w in words]).fetchall()
    return [{"id": r["id"], "title": r["title"]} for r in rows]


@mcp.tool
def books_by_ids(ids: list[int]) -> list[dict]:
    """Books by their ids."""
    ids = [int(i) for i in ids[:100]]
    marks = ",".join("?" * len(ids))
    with db() as conn:
        cur = conn.cursor()
        cur.execute("SELECT id, title FROM books WHERE id IN (%s)" % marks, ids)
        return [dict(r) for r in cur.fetchmany(100)]


@mcp.tool
def table_size(table: str) -> int:
    """Number of rows."""
    if not re.fullmatch(r"[a-z_]{1,30}", table) or table not in TABLES:
        raise ToolError("unknown table")
    with db() as conn:
        return conn.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]


if __name__ == "__main__":
    mcp.run()
