import asyncio
import json

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .model import simulate

app = Server("ponds")


@app.list_tools()
async def list_tools() -> list[Tool]:
    properties = {"growth": {"type": "number"}, "steps": {"type": "integer"}}
    return [
        Tool(
            name="simulate_pond",
            description="Simulate how the fish of a pond multiply",
            inputSchema={"type": "object", "properties": properties, "required": ["growth", "steps"]},
        )
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "simulate_pond":
        raise ValueError("unknown tool")
    growth = max(-1.0, min(float(arguments["growth"]), 1.0))
    pond = await asyncio.to_thread(simulate, growth, int(arguments["steps"]))
    summary = {"fish": round(pond.fish, 1), "last": pond.history[-10:]}
    return [TextContent(type="text", text=json.dumps(summary))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
