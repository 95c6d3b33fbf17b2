import asyncio

import aiohttp
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .client import Tracker

app = Server("tracker")
tracker = Tracker()


@app.list_tools()
async def list_tools() -> list[Tool]:
    number = {"type": "integer", "minimum": 1}
    return [
        Tool(
            name="issue_discussion",
            description="Read the discussion of an issue of the web shop",
            inputSchema={"type": "object", "properties": {"number": number}, "required": ["number"]},
        )
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "issue_discussion":
        raise ValueError("unknown tool")
    try:
        discussion = await tracker.discussion(int(arguments["number"]))
    except aiohttp.ClientError:
        return [TextContent(type="text", text="The tracker is not available.")]
    return [TextContent(type="text", text=discussion)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
