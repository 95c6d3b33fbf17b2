import hashlib
import hmac
import logging
import os

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

log = logging.getLogger("doors")
mcp = FastMCP("door-control")

STATE = {"lab": "locked", "store": "locked", "garage": "locked"}
SALT = bytes.fromhex(os.environ["DOORS_SALT"])
VERIFIER = bytes.fromhex(os.environ["DOORS_VERIFIER"])


def correct(passphrase: str) -> bool:
    derived = hashlib.scrypt(passphrase.encode()[:256], salt=SALT, n=2**14, r=8, p=1)
    return hmac.compare_digest(derived, VERIFIER)


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def door_state(door: str) -> str:
    """Tell whether a door is locked."""
    return STATE.get(door, "no such door")


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))
def unlock(door: str, passphrase: str) -> str:
    """Unlock a door. Needs the passphrase of the site."""
    if door not in STATE:
        return "no such door"
    if not correct(passphrase):
        log.warning("unlock of %s refused", door)
        return "wrong passphrase"
    STATE[door] = "unlocked"
    log.info("%s unlocked", door)
    return "unlocked"


if __name__ == "__main__":
    mcp.run()
