import re

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("name-check")

FULL_NAME = re.compile(r"^([A-Za-z]+[ '-]?)+$")
POSTCODE = re.compile(r"^\d{5}$")


@mcp.tool()
def is_full_name(text: str) -> bool:
    """Tell whether a text looks like the full name of a person."""
    return FULL_NAME.match(text) is not None


@mcp.tool()
def is_postcode(text: str) -> bool:
    """Tell whether a text is a German postcode."""
    return POSTCODE.match(text) is not None


if __name__ == "__main__":
    mcp.run()
