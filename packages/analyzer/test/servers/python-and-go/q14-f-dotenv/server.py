import os
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("cfg")


@mcp.resource("config://app")
def config() -> str:
    """Configuration."""
    lines = [f"{key}={value}" for key, value in sorted(os.environ.items())]
    return "\n".join(lines)


mcp.run()
