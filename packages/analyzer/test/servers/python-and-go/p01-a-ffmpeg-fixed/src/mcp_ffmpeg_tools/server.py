from __future__ import annotations

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

from .runner import Runner

mcp = FastMCP("ffmpeg")
_runner = Runner()


@mcp.tool()
async def probe_codec(
    codec: Annotated[str, Field(description="Codec name, e.g. libx264", max_length=64)],
) -> str:
    """Show the options of an encoder."""
    result = await _runner.run("-hide_banner", "-h", f"encoder={codec}")
    if result.code != 0:
        return f"ffmpeg exited with status {result.code}"
    return result.stdout[:8000]


def main() -> None:
    mcp.run()


if __name__ == "__main__":
    main()
