from mcp.server.fastmcp import FastMCP
from g.http import call
mcp = FastMCP("webdav")


@mcp.tool()
async def exists(server: str, name: str) -> bool:
    """Whether a document is on the share."""
    return await call("HEAD", server.rstrip("/"), name) == 200


mcp.run()
