import logging
from typing import Literal

from botocore.exceptions import BotoCoreError, ClientError
from mcp.server.fastmcp import FastMCP

from .storage import newest

log = logging.getLogger("backups")
mcp = FastMCP("backups")


@mcp.tool()
def newest_backup(system: Literal["mail", "wiki", "erp"]) -> str:
    """Tell the newest backup of a system."""
    try:
        found = newest(f"{system}/")
    except (BotoCoreError, ClientError) as exc:
        log.error("listing failed: %s", type(exc).__name__)
        return "the backup store is not available"
    if found is None:
        return "no backup found"
    key, size = found
    return f"{key} ({size} bytes)"


if __name__ == "__main__":
    mcp.run()
