"""Tools and their dispatch."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import mcp.types as types
from mcp.server import Server

from . import __version__, views
from .api import ClusterApi
from .options import Options

_NODE = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9-]{0,62}$"}
_VM = {"type": "integer", "minimum": 100, "maximum": 999999999}
_SNAPSHOT = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]{1,39}$"}


def _schema(**properties: dict) -> dict:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


class Service:
    def __init__(self, api: ClusterApi, options: Options) -> None:
        self._api = api
        self._options = options

    async def list_nodes(self) -> Any:
        return [views.node(row) for row in await self._api.get("nodes")]

    async def list_machines(self, node: str) -> Any:
        return [views.machine(row) for row in await self._api.get("nodes", node, "qemu")]

    async def list_snapshots(self, node: str, id: int) -> Any:
        return [views.snapshot(row) for row in await self._api.get("nodes", node, "qemu", int(id), "snapshot")]

    async def take_snapshot(self, node: str, id: int, name: str) -> Any:
        await self._api.post("nodes", node, "qemu", int(id), "snapshot", snapname=name)
        return {"requested": True}

    async def start_machine(self, node: str, id: int) -> Any:
        return await self._power(node, id, "start")

    async def shut_down_machine(self, node: str, id: int) -> Any:
        return await self._power(node, id, "shutdown")

    async def _power(self, node: str, id: int, action: str) -> Any:
        if not self._options.allow_power:
            raise PermissionError("power actions are switched off (VMFLEET_ALLOW_POWER)")
        await self._api.post("nodes", node, "qemu", int(id), "status", action)
        return {"requested": True}


def create_server(api: ClusterApi, options: Options) -> Server:
    server: Server = Server("vmfleet", version=__version__)
    service = Service(api, options)
    table: dict[str, tuple[Callable[..., Awaitable[Any]], str, dict]] = {
        "list_nodes": (service.list_nodes, "Nodes of the cluster with their load.", _schema()),
        "list_machines": (service.list_machines, "Machines on a node.", _schema(node=_NODE)),
        "list_snapshots": (service.list_snapshots, "Snapshots of a machine.", _schema(node=_NODE, id=_VM)),
        "take_snapshot": (
            service.take_snapshot,
            "Take a snapshot of a machine.",
            _schema(node=_NODE, id=_VM, name=_SNAPSHOT),
        ),
        "start_machine": (service.start_machine, "Start a machine.", _schema(node=_NODE, id=_VM)),
        "shut_down_machine": (service.shut_down_machine, "Shut a machine down.", _schema(node=_NODE, id=_VM)),
    }

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(name=name, description=text, inputSchema=schema)
            for name, (_, text, schema) in table.items()
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
        if name not in table:
            raise ValueError("unknown tool")
        method, _, schema = table[name]
        known = {key: value for key, value in arguments.items() if key in schema["properties"]}
        result = await method(**known)
        return [types.TextContent(type="text", text=json.dumps(result))]

    return server
