import os
import platform
import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("diagnostics")

SHOWN = ("LANG", "LC_ALL", "TZ", "VIRTUAL_ENV")


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
    report = {"cwd": os.path.basename(os.getcwd())}
    report.update({name: os.environ[name] for name in SHOWN if name in os.environ})
    report["token"] = "set" if os.environ.get("DIAGNOSTICS_TOKEN") else "missing"
    return report


if __name__ == "__main__":
    mcp.run()
