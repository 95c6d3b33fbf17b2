import asyncio
import os

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

BASE = os.path.realpath(os.getenv("FS_ROOT", "/data/shared"))


class FileTools:
    def __init__(self, base: str):
        self.base = base
        self.tools = {
            "delete_file": self.delete_file,
            "stat_file": self.stat_file,
        }

    def _check(self, rel: str) -> str:
        full = os.path.realpath(os.path.join(self.base, rel))
        if os.path.commonpath([full, self.base]) != self.base:
            raise PermissionError("outside of the shared folder")
        return full

    def delete_file(self, args: dict) -> str:
        path = self._check(args["path"])
        os.unlink(path)
        return "deleted"

    def stat_file(self, args: dict) -> str:
        path = self._check(args["path"])
        return str(os.stat(path).st_size)

    def dispatch(self, name: str, args: dict) -> str:
        if name not in self.tools:
            raise KeyError(name)
        return self.tools[name](args)


server = Server("files")
tools = FileTools(BASE)


@server.list_tools()
async def handle_list():
    return [
        Tool(name="delete_file", description="Delete a file of the shared folder", annotations={"destructiveHint": True}, inputSchema={"type": "object", "properties": {"path": {"type": "string", "maxLength": 255}}, "required": ["path"]}),
        Tool(name="stat_file", description="Size of a file", annotations={"readOnlyHint": True}, inputSchema={"type": "object", "properties": {"path": {"type": "string", "maxLength": 255}}, "required": ["path"]}),
    ]


@server.call_tool()
async def handle_call(name: str, arguments: dict):
    return [TextContent(type="text", text=tools.dispatch(name, arguments))]


async def main():
    async with stdio_server() as streams:
        await server.run(streams[0], streams[1], server.create_initialization_options())


asyncio.run(main())
