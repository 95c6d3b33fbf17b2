import os
import platform
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("diagnostics")


@mcp.tool()
def interpreter() -> dict[str, str]:
    """Describe the interpreter that runs this server."""
    return {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": sys.platform,
    }


@mcp.tool()
def settings() -> dict[str, str]:
    """Describe the settings that this server runs with."""
    report = {"cwd": os.path.basename(os.getcwd()), **dict(os.environ)}
    return report


if __name__ == "__main__":
    mcp.run()
