import asyncio

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from .runner import DockerError, run_docker

app = Server("docker-status")


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(
            name="container_state",
            description="Tell whether a container is running",
            inputSchema={
                "type": "object",
                "properties": {"container": {"type": "string", "maxLength": 63}},
                "required": ["container"],
            },
        ),
        Tool(
            name="count_containers",
            description="Count the running containers",
            inputSchema={"type": "object", "properties": {}},
        ),
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    try:
        if name == "container_state":
            container = arguments["container"]
            state = await run_docker(f"inspect --format '{{{{.State.Status}}}}' {container}")
            return [TextContent(type="text", text=state)]
        if name == "count_containers":
            ids = await run_docker("ps -q")
            return [TextContent(type="text", text=str(len(ids.split())))]
    except DockerError as exc:
        return [TextContent(type="text", text=f"Docker problem: {exc}")]
    raise ValueError("unknown tool")


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
