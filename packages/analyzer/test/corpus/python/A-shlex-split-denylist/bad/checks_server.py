"""Lets an assistant run the checks of the checked-out project."""
import os
import subprocess
import shlex
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

PROJECT = Path(os.environ["PROJECT_DIR"]).resolve()
MAX_OUTPUT = 4000

FORBIDDEN = {"rm", "sudo", "shutdown", "curl", "wget"}

mcp = FastMCP(name="project-checks")


@mcp.tool
def run_check(check: str) -> dict:
    """Run one of the project's checks (ruff, mypy or pytest) and report the result."""
    argv = shlex.split(check)
    if not argv or any(word in FORBIDDEN for word in argv):
        raise ToolError("that check is not available")
    try:
        done = subprocess.run(argv, cwd=PROJECT, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired as exc:
        raise ToolError("the check took longer than five minutes") from exc
    except FileNotFoundError as exc:
        raise ToolError("the checker is not installed") from exc
    return {"passed": done.returncode == 0, "output": done.stdout[-MAX_OUTPUT:]}


if __name__ == "__main__":
    mcp.run()
