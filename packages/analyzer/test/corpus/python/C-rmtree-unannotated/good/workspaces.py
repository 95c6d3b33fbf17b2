import logging
import os
import re
import shutil
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

BASE = Path(os.environ.get("WORKSPACES", "/srv/workspaces")).resolve()
NAME = re.compile(r"[a-z][a-z0-9-]{1,40}")

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("workspaces")
mcp = FastMCP("workspaces")


def workspace(name: str) -> Path:
    if not NAME.fullmatch(name):
        raise ValueError("not a workspace name")
    path = (BASE / name).resolve()
    if not path.is_relative_to(BASE) or path == BASE or not path.is_dir():
        raise ValueError("no such workspace")
    return path


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_workspaces() -> list[str]:
    """List the workspaces."""
    return sorted(entry.name for entry in BASE.iterdir() if entry.is_dir())[:200]


@mcp.tool(annotations=ToolAnnotations(title="Delete workspace", destructiveHint=True))
def delete_workspace(name: str, confirm_name: str) -> str:
    """Delete a workspace with everything in it. The name has to be repeated in confirm_name."""
    path = workspace(name)
    if confirm_name != name:
        raise ValueError("confirm_name differs from name")
    shutil.rmtree(path)
    log.info("workspace %s deleted", path.name)
    return "deleted"


if __name__ == "__main__":
    mcp.run()
