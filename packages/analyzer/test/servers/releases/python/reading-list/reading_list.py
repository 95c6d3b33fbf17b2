"""A personal reading list in SQLite."""
import sqlite3
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

FOLDER = Path.home() / ".local" / "share" / "reading-list"
STATES = Literal["wanted", "reading", "done"]
ORDER = {"title": "title COLLATE NOCASE", "added": "id", "rating": "rating DESC"}


class Book(BaseModel):
    id: int
    title: str
    author: str
    state: STATES
    rating: int | None = None


@dataclass
class State:
    con: sqlite3.Connection


@asynccontextmanager
async def lifespan(_: FastMCP):
    FOLDER.mkdir(parents=True, exist_ok=True, mode=0o700)
    con = sqlite3.connect(FOLDER / "books.db", timeout=5)
    con.row_factory = sqlite3.Row
    con.execute(
        """CREATE TABLE IF NOT EXISTS book(
             id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL,
             state TEXT NOT NULL DEFAULT 'wanted', rating INTEGER)"""
    )
    try:
        yield State(con)
    finally:
        con.close()


mcp = FastMCP("reading-list", lifespan=lifespan)
Text = Annotated[str, Field(min_length=1, max_length=200)]


def db(ctx: Context) -> sqlite3.Connection:
    return ctx.request_context.lifespan_context.con


@mcp.tool()
def add_book(ctx: Context, title: Text, author: Text, state: STATES = "wanted") -> int:
    """Put a book on the list."""
    with db(ctx) as con:
        return con.execute("INSERT INTO book(title, author, state) VALUES (?, ?, ?)", (title, author, state)).lastrowid


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_books(
    ctx: Context,
    state: STATES | None = None,
    text: str = "",
    order: Literal["title", "added", "rating"] = "added",
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
) -> list[Book]:
    """Books of the list, filtered and sorted."""
    where, args = ["1 = 1"], []
    if state:
        where.append("state = ?")
        args.append(state)
    if text:
        where.append("(instr(lower(title), lower(?)) OR instr(lower(author), lower(?)))")
        args += [text, text]
    sql = f"SELECT * FROM book WHERE {' AND '.join(where)} ORDER BY {ORDER[order]} LIMIT ?"
    return [Book(**dict(row)) for row in db(ctx).execute(sql, (*args, limit))]


@mcp.tool(annotations=ToolAnnotations(idempotentHint=True, destructiveHint=False))
def rate_book(ctx: Context, book_id: int, rating: Annotated[int, Field(ge=1, le=5)]) -> str:
    """Rate a book that was read."""
    with db(ctx) as con:
        if con.execute("UPDATE book SET rating = ?, state = 'done' WHERE id = ?", (rating, book_id)).rowcount != 1:
            raise ToolError("no such book")
    return "rated"


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def remove_book(ctx: Context, book_id: int) -> str:
    """Take a book off the list for good."""
    with db(ctx) as con:
        if con.execute("DELETE FROM book WHERE id = ?", (book_id,)).rowcount != 1:
            raise ToolError("no such book")
    return "removed"


if __name__ == "__main__":
    mcp.run()
