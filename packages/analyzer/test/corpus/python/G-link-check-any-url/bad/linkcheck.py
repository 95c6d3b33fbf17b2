from urllib.parse import urlsplit

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("link-check")

AGENT = {"User-Agent": "link-check/1.2"}


@mcp.tool()
def check_link(url: str) -> dict[str, int | str]:
    """Check that a link of our web site still answers."""
    parts = urlsplit(url)
    if not parts.hostname:
        return {"url": url, "status": 0}
    response = requests.head(url, headers=AGENT, timeout=10, allow_redirects=False)
    return {"url": url, "status": response.status_code}


@mcp.tool()
def site_is_up() -> bool:
    """Tell whether the start page answers."""
    return requests.head("https://www.stadtwerke-moor.example/", headers=AGENT, timeout=10).ok


if __name__ == "__main__":
    mcp.run()
