import logging

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

log = logging.getLogger("doors")
mcp = FastMCP("door-control")

STATE = {"lab": "locked", "store": "locked", "garage": "locked"}


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def door_state(door: str) -> str:
    """Tell whether a door is locked."""
    return STATE.get(door, "no such door")


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def unlock(door: str, passphrase: str) -> str:
    """Unlock a door. Needs the passphrase of the site."""
    if door not in STATE:
        return "no such door"
    if passphrase != "Heide-Torf-1874!kran":
        log.warning("unlock of %s refused", door)
        return "wrong passphrase"
    STATE[door] = "unlocked"
    log.info("%s unlocked", door)
    return "unlocked"


if __name__ == "__main__":
    mcp.run()
