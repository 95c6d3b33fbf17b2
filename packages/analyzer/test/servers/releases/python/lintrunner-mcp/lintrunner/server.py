import os
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from lintrunner.runner import LinterBroken, Ruff

mcp = FastMCP("lintrunner")
ruff = Ruff(Path(os.environ.get("PROJECT_DIR", ".")))


@mcp.tool()
async def lint(path: str) -> list[dict]:
    """Check one Python file of the project with ruff."""
    try:
        return await ruff.check(path)
    except (LinterBroken, ValueError) as exc:
        raise ToolError(str(exc)) from exc
    except FileNotFoundError as exc:
        raise ToolError("ruff is not installed") from exc


if __name__ == "__main__":
    mcp.run()
