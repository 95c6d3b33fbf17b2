import asyncio
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool as McpTool, ToolAnnotations
from t.remove import RemoveTool

server = Server("drafts")
registry = {cls.name: cls() for cls in [RemoveTool]}


@server.list_tools()
async def list_tools():
    return [McpTool(name=t.name, description=t.description, annotations=ToolAnnotations(destructiveHint=True), inputSchema={"type": "object", "properties": {"draft": {"type": "string"}}}) for t in registry.values()]


@server.call_tool()
async def call_tool(name: str, arguments: dict):
    result = await registry[name](**arguments)
    return [TextContent(type="text", text=result)]


async def main():
    async with stdio_server() as (r, w):
        await server.run(r, w, server.create_initialization_options())
asyncio.run(main())
