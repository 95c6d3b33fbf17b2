"""Serves the pages of the employee handbook as resources."""
from pathlib import Path

from mcp.server.fastmcp import FastMCP

PAGES = Path(__file__).parent / "pages"

mcp = FastMCP("handbook")


@mcp.resource("handbook://pages/{page}")
def handbook_page(page: str) -> str:
    """One page of the handbook."""
    if ".." in page:
        raise ValueError("no such page")
    return (PAGES / page).read_text(encoding="utf-8")


@mcp.resource("handbook://contents")
def contents() -> str:
    """The list of pages."""
    return "\n".join(sorted(entry.stem for entry in PAGES.glob("*.md")))


@mcp.prompt()
def ask_handbook(question: str) -> str:
    """Ask a question about the handbook."""
    return f"Read handbook://contents, open the page that fits and answer: {question[:500]}"


if __name__ == "__main__":
    mcp.run()
