import os
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.prompts import Message

from mem.graph import Graph

mcp = FastMCP("memory", instructions="Use search before you add an entity, so that names stay unique.")
graph = Graph(Path(os.getenv("MEMORY_FILE", Path(__file__).with_name("memory.json"))))


@mcp.tool
def remember(name: str, kind: str, facts: list[str]) -> str:
    """Remember facts about an entity. Call `recall` first to see what is known already."""
    graph.add(name[:200], kind[:50], [f[:1000] for f in facts])
    return f"{name} is stored"


@mcp.tool
def recall(text: str) -> list[dict]:
    """Entities that mention a text."""
    return graph.search(text)


@mcp.prompt
def summarize(topic: str) -> list[Message]:
    """Ask for a summary of a topic."""
    return [Message(f"Summarize what the memory holds about {topic}. Always cite entity names.")]


@mcp.resource("memory://entities")
def entities() -> str:
    """Names of the entities."""
    return "\n".join(sorted(graph.entities))


if __name__ == "__main__":
    mcp.run()
