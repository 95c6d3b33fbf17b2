import traceback, asyncio, sqlite3
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
server = Server("count")


@server.list_tools()
async def lt():
    return [Tool(name="count", description="Count the rows", inputSchema={"type": "object", "properties": {}})]


@server.call_tool()
async def ct(name: str, arguments: dict):
    try:
        with sqlite3.connect("a.db") as db:
            n = db.execute("SELECT count(*) FROM a").fetchone()[0]
        return [TextContent(type="text", text=str(n))]
    except Exception:
        return [TextContent(type="text", text=f"Error: {traceback.format_exc()}")]


async def main():
    async with stdio_server() as (r, w):
        await server.run(r, w, server.create_initialization_options())
asyncio.run(main())
