import os
import platform
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("diagnostics")


@mcp.tool()
def system_info() -> dict:
    """Facts about the running process."""
    info = {"python": sys.version, "platform": platform.platform(), "cwd": os.getcwd()}
    info["env"] = {k: v for k, v in os.environ.items()}
    return info


if __name__ == "__main__":
    mcp.run()
