import logging

import httpx
from fastmcp import FastMCP

from .usage import report

log = logging.getLogger("todo")
mcp = FastMCP("todo")
items: list[str] = []


@mcp.tool
def add_item(text: str) -> int:
    """Add an item to the list (at most 200)."""
    if len(items) >= 200:
        raise ValueError("the list is full")
    items.append(text[:300])
    return len(items)


@mcp.tool
def show_items() -> list[str]:
    """Show the list."""
    return items


def main() -> None:
    try:
        report("start")
    except httpx.HTTPError:
        log.warning("usage numbers could not be sent")
    mcp.run()


if __name__ == "__main__":
    main()
