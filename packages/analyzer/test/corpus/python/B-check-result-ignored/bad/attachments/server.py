import asyncio
import logging
import os
from typing import Awaitable, Callable

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool, ToolAnnotations

from .paths import inside

ROOT = os.environ.get("ATTACHMENTS", "/var/lib/tickets/attachments")
log = logging.getLogger("attachments")
app = Server("ticket-attachments")


async def delete_attachment(args: dict) -> str:
    target = os.path.join(ROOT, args["file"])
    if args.get("confirm") is not True:
        return "Set confirm to true to delete the attachment."
    inside(ROOT, target)
    if not os.path.isfile(target):
        return "No such attachment."
    os.remove(target)
    log.info("attachment deleted")
    return "Deleted."


async def count_attachments(args: dict) -> str:
    return str(len(os.listdir(ROOT)))


HANDLERS: dict[str, Callable[[dict], Awaitable[str]]] = {
    "delete_attachment": delete_attachment,
    "count_attachments": count_attachments,
}


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(
            name="delete_attachment",
            description="Delete one attachment. Asks for confirm=true.",
            inputSchema={
                "type": "object",
                "properties": {"file": {"type": "string"}, "confirm": {"type": "boolean"}},
                "required": ["file", "confirm"],
            },
            annotations=ToolAnnotations(destructiveHint=True),
        ),
        Tool(
            name="count_attachments",
            description="Count the attachments",
            inputSchema={"type": "object", "properties": {}},
            annotations=ToolAnnotations(readOnlyHint=True),
        ),
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    handler = HANDLERS.get(name)
    if handler is None:
        raise ValueError("unknown tool")
    return [TextContent(type="text", text=await handler(arguments))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


asyncio.run(main())
