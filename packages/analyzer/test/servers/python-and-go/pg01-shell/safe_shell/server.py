import asyncio
import logging
import subprocess

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from .policy import Policy, PolicyError

logger = logging.getLogger(__name__)
mcp = FastMCP("safe-shell")
policy = Policy()


def _execute(argv: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, cwd=policy.root, capture_output=True, text=True, timeout=15, shell=False)


@mcp.tool()
async def run(command: str) -> dict:
    """Run an allowed read-only command in the root folder."""
    try:
        argv = policy.parse(command)
    except (PolicyError, ValueError) as err:
        logger.warning("refused: %s", err)
        raise ToolError("command refused") from err
    done = await asyncio.to_thread(_execute, argv)
    return {"code": done.returncode, "stdout": done.stdout[:20000], "stderr": done.stderr[:2000]}


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    mcp.run()
