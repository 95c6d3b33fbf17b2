"""Checks the links of a handbook."""
from urllib.parse import urlsplit

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("links")

HOSTS = {"handbook.example.org", "www.example.org"}


@mcp.tool()
def check_handbook_link(link: str) -> str:
    """Tell whether a link in the handbook still works."""
    if urlsplit(link).scheme != "https" or urlsplit(link).hostname not in HOSTS:
        return "not a link"
    return str(httpx.head(link, timeout=5, follow_redirects=False).status_code)


if __name__ == "__main__":
    mcp.run()
