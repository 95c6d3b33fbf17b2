"""Recipes for a kitchen."""
from pathlib import Path
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("cookbook")

COOKBOOK = Path("/srv/cookbook").resolve()


@mcp.tool()
def read_file(path: str) -> str:
    """Read any recipe file from the cookbook folder.

    Args:
        path: Path of the recipe, such as `soups/leek.md`
    """
    recipe = (COOKBOOK / path).resolve()
    if not recipe.is_relative_to(COOKBOOK):
        raise ValueError("no such recipe")
    return recipe.read_text(encoding="utf-8")


if __name__ == "__main__":
    mcp.run()
