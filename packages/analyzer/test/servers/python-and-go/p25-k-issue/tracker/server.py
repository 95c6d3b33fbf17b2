from mcp.server.fastmcp import FastMCP

from tracker.api import Api

mcp = FastMCP("tracker")
api = Api()


@mcp.tool()
def wiki_page(page_id: int) -> str:
    """Read a public wiki page."""
    return api.page(page_id)


if __name__ == "__main__":
    mcp.run()
