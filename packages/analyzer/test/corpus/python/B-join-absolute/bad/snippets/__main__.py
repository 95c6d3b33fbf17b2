from typing import Annotated

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

from . import storage

mcp = FastMCP("snippets")


@mcp.tool(annotations=ToolAnnotations(title="Save snippet", destructiveHint=True, idempotentHint=True))
def save_snippet(
    name: Annotated[str, Field(min_length=1, max_length=80)],
    text: Annotated[str, Field(max_length=100_000)],
) -> str:
    """Save a snippet under a name, replacing an older one of that name."""
    count = storage.store(name, text)
    return f"saved {count} characters"


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def list_snippets() -> list[str]:
    """List the names of the stored snippets."""
    return storage.names()


mcp.run()
