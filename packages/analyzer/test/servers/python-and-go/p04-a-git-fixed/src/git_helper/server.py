import asyncio

import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .commands import build

HANDLERS = build("/srv/repo")


def make_server() -> Server:
    app = Server("git-helper")

    @app.list_tools()
    async def tools() -> list[types.Tool]:
        return [
            types.Tool(name="log", description="Commits of an author", inputSchema={"type": "object", "properties": {"author": {"type": "string", "maxLength": 80}}, "required": ["author"]}),
            types.Tool(name="status", description="Working tree status", inputSchema={"type": "object", "properties": {}}),
        ]

    @app.call_tool()
    async def call(name: str, arguments: dict | None) -> list[types.TextContent]:
        handler = HANDLERS.get(name)
        if handler is None:
            raise ValueError("unknown tool")
        text = await asyncio.to_thread(handler, arguments or {})
        return [types.TextContent(type="text", text=text)]

    return app


def serve() -> None:
    async def _run() -> None:
        app = make_server()
        async with stdio_server() as (r, w):
            await app.run(r, w, app.create_initialization_options())

    asyncio.run(_run())
