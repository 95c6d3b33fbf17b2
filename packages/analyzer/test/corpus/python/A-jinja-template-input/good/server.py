from typing import Annotated

from fastmcp import FastMCP
from pydantic import Field

from renderer import ReleaseNotes, Renderer

mcp = FastMCP("release-notes")
renderer = Renderer()


@mcp.tool
def announce(
    product: Annotated[str, Field(max_length=60)],
    version: Annotated[str, Field(pattern=r"^\d{1,4}\.\d{1,4}\.\d{1,4}$")],
    changes: Annotated[list[str], Field(max_length=50)],
    layout: Annotated[str, Field(description="short or list", max_length=20)] = "short",
) -> str:
    """Write the announcement of a release."""
    return renderer.render(layout, ReleaseNotes(product, version, changes))


if __name__ == "__main__":
    mcp.run()
