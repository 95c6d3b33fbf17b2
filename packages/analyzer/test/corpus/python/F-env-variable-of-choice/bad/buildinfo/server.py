import asyncio

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .settings import Settings

app = Server("build-info")
settings = Settings()


@app.list_tools()
async def list_tools() -> list[Tool]:
    key = {"type": "string", "maxLength": 40, "description": "A variable of the build, such as RUNNER_OS"}
    return [
        Tool(
            name="build_variable",
            description="Read a variable of the current build",
            inputSchema={"type": "object", "properties": {"key": key}, "required": ["key"]},
        ),
        Tool(name="build_number", description="The number of this build", inputSchema={"type": "object"}),
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "build_variable":
        value = settings.lookup(arguments["key"])
    elif name == "build_number":
        value = str(settings.build_number())
    else:
        raise ValueError("unknown tool")
    return [TextContent(type="text", text=value)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
