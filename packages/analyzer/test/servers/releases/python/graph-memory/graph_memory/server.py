import os
from pathlib import Path
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from .model import Entity, Relation
from .store import Full, GraphStore

mcp = FastMCP("graph-memory")
store = GraphStore(Path(os.environ.get("GRAPH_MEMORY_FILE", Path.home() / ".graph-memory" / "graph.json")))


@mcp.tool
def remember(entities: Annotated[list[Entity], Field(max_length=50)]) -> int:
    """Add entities to the user's memory or replace them."""
    try:
        return store.upsert(entities)
    except Full as exc:
        raise ToolError(str(exc)) from exc


@mcp.tool
def relate(relation: Relation) -> str:
    """Join two known entities. Use remember for both of them before."""
    try:
        known = store.relate(relation)
    except Full as exc:
        raise ToolError(str(exc)) from exc
    if not known:
        raise ToolError("both entities must be known")
    return "related"


@mcp.tool(annotations={"readOnlyHint": True})
def recall(text: str, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> list[Entity]:
    """Entities in which a text occurs."""
    needle = text.casefold()
    found = (e for e in store.load().entities.values() if needle in e.model_dump_json().casefold())
    return [entity for entity, _ in zip(found, range(limit))]


@mcp.tool(annotations={"destructiveHint": True, "idempotentHint": True})
def forget(name: str) -> bool:
    """Delete an entity and all its relations."""
    return store.forget(name)


if __name__ == "__main__":
    mcp.run()
