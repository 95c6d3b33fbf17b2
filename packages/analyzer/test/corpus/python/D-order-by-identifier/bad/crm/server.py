import asyncio
import json

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .database import run
from .queries import Listing

app = Server("crm")


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(
            name="list_contacts",
            description="List active contacts",
            inputSchema={
                "type": "object",
                "properties": {
                    "order_by": {"type": "string", "description": "name, city or last_contact"},
                    "direction": {"type": "string", "description": "asc or desc"},
                    "limit": {"type": "integer", "minimum": 1, "maximum": 100},
                },
            },
        )
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "list_contacts":
        raise ValueError("unknown tool")
    listing = Listing(
        order_by=arguments.get("order_by", "name"),
        direction=arguments.get("direction", "asc"),
        limit=int(arguments.get("limit", 20)),
    )
    rows = await asyncio.to_thread(run, listing)
    return [TextContent(type="text", text=json.dumps(rows, default=str))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


def run_server() -> None:
    asyncio.run(main())


if __name__ == "__main__":
    run_server()
