import asyncio
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from . import ops

TOOLS = {
    "install": (ops.install, {"type": "object", "properties": {"package": {"type": "string"}, "index": {"type": "string"}}, "required": ["package"]}),
    "freeze": (ops.freeze, {"type": "object", "properties": {}}),
}
app = Server("pkgs")


@app.list_tools()
async def list_tools():
    return [Tool(name=n, description=n, inputSchema=s) for n, (_, s) in TOOLS.items()]


@app.call_tool()
async def call_tool(name, arguments):
    fn, _ = TOOLS[name]
    out = await asyncio.get_event_loop().run_in_executor(None, lambda: fn(**arguments))
    return [TextContent(type="text", text=out[:5000])]


async def main():
    async with stdio_server() as (r, w):
        await app.run(r, w, app.create_initialization_options())
