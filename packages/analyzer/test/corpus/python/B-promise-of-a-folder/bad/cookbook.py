"""Recipes for a kitchen."""
from pathlib import Path
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("cookbook")


@mcp.tool()
def read_file(path: str) -> str:
    """Read any recipe file from the cookbook folder.

    Args:
        path: Path of the recipe, such as `soups/leek.md`
    """
    return Path(path).read_text(encoding="utf-8")


if __name__ == "__main__":
    mcp.run()
