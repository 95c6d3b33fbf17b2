"""The protocol side."""

from __future__ import annotations

import json
import logging

import anyio
import mcp.types as types
from mcp.server import Server

from . import __version__
from .auth import Principal
from .registry import Registry

logger = logging.getLogger(__name__)


def create_server(registry: Registry) -> Server:
    server: Server = Server("opsboard", version=__version__)

    def caller() -> Principal:
        request = server.request_context.request
        if request is None:
            raise PermissionError("no request")
        return request.scope["opsboard.principal"]

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [spec.describe() for spec in registry.visible_to(caller())]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
        spec = registry.get(name)
        who = caller()
        if not who.covers(spec.role):
            logger.warning("tool %s refused to %s", spec.name, who.name)
            raise PermissionError("your role does not include this tool")
        logger.info("tool %s called by %s", spec.name, who.name)
        args = spec.model.model_validate(arguments or {})
        result = await anyio.to_thread.run_sync(spec.handler, args, who)
        return [types.TextContent(type="text", text=json.dumps(result))]

    return server
