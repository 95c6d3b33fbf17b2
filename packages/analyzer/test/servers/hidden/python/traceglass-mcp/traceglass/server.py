"""Low-level server."""

from __future__ import annotations

import json

import anyio
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from . import __version__
from .shelf import Shelf
from .tools import TOOLS


def create_server() -> Server:
    server: Server = Server("traceglass", version=__version__)
    shelf = Shelf()

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(name=name, description=model.__doc__, inputSchema=model.model_json_schema())
            for name, model in TOOLS.items()
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        model = TOOLS.get(name)
        if model is None:
            raise ValueError("unknown tool")
        try:
            request = model.model_validate(arguments or {})
        except ValidationError as error:
            fields = sorted({str(item["loc"][0]) for item in error.errors() if item["loc"]})
            raise ValueError(f"check the arguments: {', '.join(fields)}") from None
        result = await anyio.to_thread.run_sync(request.run, shelf)
        return [types.TextContent(type="text", text=json.dumps({"untrusted_names": True, "result": result}))]

    return server


async def serve() -> None:
    server = create_server()
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    anyio.run(serve)


if __name__ == "__main__":
    main()
