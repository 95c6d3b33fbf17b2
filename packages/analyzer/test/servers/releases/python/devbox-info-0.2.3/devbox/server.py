import json
from typing import Literal

from mcp.server.fastmcp import FastMCP

from devbox.collect import SECTIONS

mcp = FastMCP("devbox-info", instructions="Facts on the developer's machine, for bug reports.")


@mcp.tool()
def diagnostics(section: Literal["os", "load", "disk", "runtime", "all"] = "all") -> str:
    """Collect facts on this machine for a bug report."""
    names = SECTIONS if section == "all" else [section]
    return json.dumps({name: SECTIONS[name]() for name in names}, indent=2)


@mcp.resource("devbox://sections")
def sections() -> list[str]:
    """Sections that diagnostics can collect."""
    return list(SECTIONS)


if __name__ == "__main__":
    mcp.run()
