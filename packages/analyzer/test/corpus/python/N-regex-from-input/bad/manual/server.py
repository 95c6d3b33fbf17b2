from functools import wraps
from typing import Callable

from mcp.server.fastmcp import FastMCP

from .index import Index

mcp = FastMCP("manual")
index = Index()


def at_most(limit: int) -> Callable:
    def decorate(function: Callable[..., list[str]]) -> Callable[..., list[str]]:
        @wraps(function)
        def wrapper(*args, **kwargs) -> list[str]:
            return function(*args, **kwargs)[:limit]

        return wrapper

    return decorate


@mcp.tool()
@at_most(50)
def find_in_manual(term: str) -> list[str]:
    """Find the places of the manual where a word occurs."""
    if not 2 <= len(term) <= 60:
        raise ValueError("give a word of 2 to 60 characters")
    return [f"{chapter}, line {number}" for chapter, number in index.matching(term)]


@mcp.tool()
def chapters() -> list[str]:
    """List the chapters."""
    return sorted({chapter for chapter, _, _ in index.lines})


if __name__ == "__main__":
    mcp.run()
