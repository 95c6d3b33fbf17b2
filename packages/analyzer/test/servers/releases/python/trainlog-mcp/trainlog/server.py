from pathlib import Path
from typing import Annotated

import httpx
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from pydantic import Field

from trainlog.strava import Strava
from trainlog.tokens import TokenFile

mcp = FastMCP("trainlog")
strava = Strava(TokenFile(Path.home() / ".config" / "trainlog"))


@mcp.tool()
async def recent_activities(count: Annotated[int, Field(ge=1, le=100)] = 10) -> list[dict]:
    """The athlete's newest activities."""
    try:
        return await strava.activities(count)
    except httpx.HTTPError as exc:
        raise ToolError("Strava is not reachable") from exc
    except FileNotFoundError as exc:
        raise ToolError("sign in first: trainlog login") from exc


if __name__ == "__main__":
    mcp.run()
