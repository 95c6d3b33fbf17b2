import sqlite3

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("reading-list")
library = sqlite3.connect("library.db")


@mcp.tool()
def add_shelf(label: str, condition: str) -> str:
    """Keeps a search of books as a shelf."""
    with library:
        library.execute("INSERT INTO shelves (label, condition) VALUES (?, ?)", (label, condition))
    return "kept"


@mcp.tool()
def open_shelf(shelf: int) -> list[str]:
    """Lists the books on a shelf."""
    kept = library.execute("SELECT label, condition FROM shelves WHERE id = ?", (shelf,)).fetchone()
    books = library.execute(f"SELECT title FROM books WHERE author = '{kept[1]}'")
    return [title for (title,) in books]


mcp.run()
