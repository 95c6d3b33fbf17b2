from __future__ import annotations

import logging
import smtplib
import sys

import anyio
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from . import __version__
from .compose import Composer
from .config import Config
from .handlers import ALL
from .transport import Mailer

logger = logging.getLogger("outpost_mail")


def create_server(config: Config) -> Server:
    server: Server = Server("outpost-mail", version=__version__)
    composer, mailer = Composer(config), Mailer(config)
    handlers = {cls.name: cls(composer, mailer) for cls in ALL}

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [handler.tool() for handler in handlers.values()]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        handler = handlers.get(name)
        if handler is None:
            raise ValueError("unknown tool")
        args = handler.model.model_validate(arguments or {})
        try:
            text = await anyio.to_thread.run_sync(handler.run, args)
        except (smtplib.SMTPException, OSError) as error:
            logger.error("delivery failed: %s", type(error).__name__)
            raise RuntimeError("the mail server did not accept the message") from None
        return [types.TextContent(type="text", text=text)]

    return server


async def serve(config: Config) -> None:
    server = create_server(config)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    anyio.run(serve, Config.from_env())


if __name__ == "__main__":
    main()
