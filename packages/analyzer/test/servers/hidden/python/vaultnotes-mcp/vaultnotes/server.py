from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path

import anyio
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from . import __version__
from .commands import COMMANDS, CommandError
from .database import Database
from .seal import Seal, SealError


def create_server(database: Database) -> Server:
    server: Server = Server("vaultnotes", version=__version__)

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(name=item.name, description=item.summary, inputSchema=item.model.model_json_schema())
            for item in COMMANDS.values()
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        item = COMMANDS.get(name)
        if item is None:
            raise CommandError("unknown tool")
        try:
            parsed = item.model.model_validate(arguments or {})
        except ValidationError as error:
            # without the values: notes do not belong into messages
            places = ", ".join(".".join(map(str, row["loc"])) for row in error.errors(include_input=False))
            raise CommandError(f"check the arguments: {places}") from None
        result = await anyio.to_thread.run_sync(item.run, database, parsed)
        return [types.TextContent(type="text", text=json.dumps({"notes_are_data": True, "result": result}))]

    return server


async def _serve(database: Database) -> None:
    server = create_server(database)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def run() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    path = Path(os.environ.get("VAULTNOTES_FILE", "~/.local/share/vaultnotes/notes.db")).expanduser()
    try:
        database = Database(path, Seal.from_env())
    except SealError as error:
        raise SystemExit(f"vaultnotes: {error}") from None
    anyio.run(_serve, database)
