import httpx
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

server = Server("tides")


@server.list_tools()
async def tools() -> list[Tool]:
    about = "The height of the tide at a port"
    return [
        Tool(
            name="tide_at",
            description=about,
            inputSchema={"type": "object", "properties": {"port": {"type": "string", "maxLength": 40}}},
        )
    ]


@server.call_tool()
async def call(name: str, arguments: dict) -> list[TextContent]:
    return [TextContent(type="text", text=f"{len(arguments)} arguments for {name}")]
