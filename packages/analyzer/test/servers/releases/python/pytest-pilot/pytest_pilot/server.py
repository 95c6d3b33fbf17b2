import asyncio
import os
from pathlib import Path

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, TextContent, Tool

from .runner import RunFailed, run_tests

ROOT = Path(os.environ.get("PROJECT_DIR", ".")).resolve()
server: Server = Server("pytest-pilot")
busy = asyncio.Lock()


@server.list_tools()
async def tools() -> list[Tool]:
    return [
        Tool(
            name="run_tests",
            description="Run the project's tests, or those below one path, and sum up the result.",
            inputSchema={
                "type": "object",
                "properties": {
                    "path": {"type": "string", "default": "."},
                    "seconds": {"type": "integer", "minimum": 5, "maximum": 600, "default": 120},
                },
                "additionalProperties": False,
            },
        )
    ]


@server.call_tool()
async def call(name: str, arguments: dict):
    if name != "run_tests":
        raise ValueError("unknown tool")
    try:
        async with busy:
            return await run_tests(ROOT, arguments.get("path", "."), min(int(arguments.get("seconds", 120)), 600))
    except RunFailed as exc:
        return CallToolResult(content=[TextContent(type="text", text=str(exc))], isError=True)


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
