"""Serves the pages of the employee handbook as resources."""
from pathlib import Path

from mcp.server.fastmcp import FastMCP

PAGES = Path(__file__).parent / "pages"

mcp = FastMCP("handbook")

TOPICS = {
    "holidays": "holidays.md",
    "expenses": "expenses.md",
    "travel": "travel.md",
    "parental-leave": "parental_leave.md",
}


@mcp.resource("handbook://pages/{page}")
def handbook_page(page: str) -> str:
    """One page of the handbook."""
    filename = TOPICS.get(page)
    if filename is None:
        raise ValueError("no such page")
    return (PAGES / filename).read_text(encoding="utf-8")


@mcp.resource("handbook://contents")
def contents() -> str:
    """The list of pages."""
    return "\n".join(sorted(TOPICS))


@mcp.prompt()
def ask_handbook(question: str) -> str:
    """Ask a question about the handbook."""
    return f"Read handbook://contents, open the page that fits and answer: {question[:500]}"


if __name__ == "__main__":
    mcp.run()
