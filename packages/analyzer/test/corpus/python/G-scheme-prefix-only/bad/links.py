"""Checks the links of a handbook."""
import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("links")


@mcp.tool()
def check_handbook_link(link: str) -> str:
    """Tell whether a link in the handbook still works."""
    if not link.startswith("http"):
        return "not a link"
    return str(httpx.head(link, timeout=5).status_code)


if __name__ == "__main__":
    mcp.run()
