import httpx
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from linkcheck.fetcher import Fetcher
from linkcheck.guard import Blocked

mcp = FastMCP("linkcheck")
fetcher = Fetcher()


@mcp.tool
async def check_link(url: str) -> dict:
    """Tell whether a public link still works, its status and the title of the page."""
    try:
        return await fetcher.check(url)
    except Blocked as exc:
        raise ToolError(str(exc)) from exc
    except (httpx.HTTPError, OSError) as exc:
        raise ToolError(f"not reachable ({type(exc).__name__})") from exc


if __name__ == "__main__":
    mcp.run()
