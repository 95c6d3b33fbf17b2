import os
import sqlite3
from contextlib import closing

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("library-catalogue")
DATABASE = os.environ.get("CATALOGUE", "catalogue.sqlite3")

SCHEMA = """
CREATE TABLE IF NOT EXISTS books (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    shelf TEXT
)
"""


def open_catalogue() -> sqlite3.Connection:
    db = sqlite3.connect(DATABASE, timeout=5)
    db.execute(SCHEMA)
    return db


@mcp.tool()
def find_books(author: str) -> list[dict]:
    """Find the books of an author."""
    with closing(open_catalogue()) as db:
        cursor = db.execute(
            "SELECT id, title, shelf FROM books WHERE author LIKE '%' || ? || '%' LIMIT 50",
            (author,),
        )
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row)) for row in cursor]


@mcp.tool()
def count_books() -> int:
    """Count the books of the catalogue."""
    table = "books"
    with closing(open_catalogue()) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


if __name__ == "__main__":
    mcp.run()
