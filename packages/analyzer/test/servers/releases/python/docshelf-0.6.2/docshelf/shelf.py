import json
import os

from mcp import types
from mcp.server.lowlevel import Server

MAX_BYTES = 512 * 1024

PATH_SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "Path below the shelf's root"}},
    "required": ["path"],
}


class Shelf:
    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)

    def _resolve(self, rel: str) -> str:
        full = os.path.normpath(os.path.join(self.root, rel))
        if not full.startswith(self.root):
            raise PermissionError("outside of the shelf")
        return full

    def read(self, rel: str) -> dict:
        path = self._resolve(rel)
        with open(path, "r", encoding="utf-8", errors="replace") as fh:
            text = fh.read(MAX_BYTES)
        return {"path": rel, "untrusted_document_text": text}

    def listing(self, rel: str) -> dict:
        with os.scandir(self._resolve(rel)) as it:
            return {"entries": sorted(e.name for e in it)[:1000]}


def build_server(root: str) -> Server:
    server: Server = Server("docshelf")
    shelf = Shelf(root)
    handlers = {"read_document": shelf.read, "list_documents": shelf.listing}

    @server.list_tools()
    async def _tools() -> list[types.Tool]:
        return [
            types.Tool(name="read_document", description="Read one text document.", inputSchema=PATH_SCHEMA,
                       annotations=types.ToolAnnotations(readOnlyHint=True)),
            types.Tool(name="list_documents", description="List a folder of the shelf.", inputSchema=PATH_SCHEMA,
                       annotations=types.ToolAnnotations(readOnlyHint=True)),
        ]

    @server.call_tool()
    async def _call(name: str, arguments: dict) -> list[types.TextContent]:
        handler = handlers.get(name)
        if handler is None:
            raise ValueError("unknown tool")
        try:
            result = handler(arguments["path"])
        except OSError as exc:
            result = {"error": exc.strerror or str(exc)}
        return [types.TextContent(type="text", text=json.dumps(result))]

    return server
