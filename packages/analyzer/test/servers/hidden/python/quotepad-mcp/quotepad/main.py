"""Low-level server on stdio."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import mcp.types as types
import platformdirs
from mcp.server import Server
from mcp.server.stdio import stdio_server

from . import __version__
from .actions import Actions
from .catalog import Catalog
from .store import Store


def create_server(store: Store) -> Server:
    server: Server = Server("quotepad", version=__version__)
    actions = Actions(store)

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return Catalog(store.calls()).tools()

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        result = await asyncio.to_thread(actions.perform, name, arguments or {})
        return [types.TextContent(type="text", text=json.dumps(result, ensure_ascii=False))]

    return server


async def serve() -> None:
    store = Store(Path(platformdirs.user_data_dir("quotepad")) / "quotes.sqlite3")
    server = create_server(store)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    asyncio.run(serve())


if __name__ == "__main__":
    main()
