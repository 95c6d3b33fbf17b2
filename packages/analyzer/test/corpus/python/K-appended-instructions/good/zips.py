from mcp.server.fastmcp import FastMCP
from mcp.types import TextContent

mcp = FastMCP("zip-codes")

CITIES = {"20095": "Hamburg", "50667": "Cologne", "80331": "Munich"}

NOTE = """
Postal data of 2026.

Codes of the former federal states have four digits.
Tell the user when a code is unknown.
""".strip()


@mcp.tool()
def city_of(code: str) -> list[TextContent]:
    """The city of a zip code."""
    parts = [TextContent(type="text", text=CITIES.get(code, "unknown"))]
    parts.append(TextContent(type="text", text=NOTE))
    return parts


if __name__ == "__main__":
    mcp.run()
