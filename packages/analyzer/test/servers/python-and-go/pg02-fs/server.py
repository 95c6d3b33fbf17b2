"""A filesystem server over allowed roots."""
import asyncio
import fnmatch
import os
import sys
from pathlib import Path

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool, ToolAnnotations
from pydantic import BaseModel, Field

MAX = 1_000_000


class ReadArgs(BaseModel):
    path: str = Field(max_length=512)


class WriteArgs(ReadArgs):
    content: str = Field(max_length=MAX)


class SearchArgs(BaseModel):
    pattern: str = Field(max_length=100)


class Sandbox:
    def __init__(self, roots: list[str]):
        self.roots = [Path(r).expanduser().resolve() for r in roots]

    def locate(self, raw: str) -> Path:
        path = Path(raw).expanduser()
        if not path.is_absolute():
            path = self.roots[0] / path
        path = path.resolve()
        for root in self.roots:
            try:
                path.relative_to(root)
            except ValueError:
                continue
            return path
        raise PermissionError("path is outside of the allowed roots")


def build(sandbox: Sandbox) -> Server:
    server = Server("sandboxed-files")

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [
            Tool(name="file_size", description="Size of a file in bytes", inputSchema=ReadArgs.model_json_schema(), annotations=ToolAnnotations(readOnlyHint=True)),
            Tool(name="write_file", description="Write a text file", inputSchema=WriteArgs.model_json_schema(), annotations=ToolAnnotations(destructiveHint=True)),
            Tool(name="search", description="Find files by a glob", inputSchema=SearchArgs.model_json_schema(), annotations=ToolAnnotations(readOnlyHint=True)),
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict) -> list[TextContent]:
        if name == "file_size":
            args = ReadArgs.model_validate(arguments)
            target = sandbox.locate(args.path)
            return [TextContent(type="text", text=str(target.stat().st_size))]
        elif name == "write_file":
            wargs = WriteArgs(**arguments)
            target = sandbox.locate(wargs.path)
            tmp = target.with_suffix(target.suffix + ".tmp")
            tmp.write_text(wargs.content, encoding="utf-8")
            os.replace(tmp, target)
            return [TextContent(type="text", text=f"wrote {len(wargs.content)} characters")]
        elif name == "search":
            sargs = SearchArgs(**arguments)
            found = []
            for root in sandbox.roots:
                for dirpath, _, files in os.walk(root):
                    found.extend(os.path.join(dirpath, f) for f in files if fnmatch.fnmatch(f, sargs.pattern))
                    if len(found) > 200:
                        break
            return [TextContent(type="text", text="\n".join(found[:200]))]
        raise ValueError(f"unknown tool {name}")

    return server


async def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: server.py ROOT...")
    server = build(Sandbox(sys.argv[1:]))
    async with stdio_server() as (r, w):
        await server.run(r, w, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
