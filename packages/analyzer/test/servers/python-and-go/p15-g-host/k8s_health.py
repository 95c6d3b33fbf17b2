import re
import urllib.request

from mcp.server import Server
import mcp.types as types
import mcp.server.stdio
import asyncio

app = Server("health")


@app.list_tools()
async def list_tools():
    return [
        types.Tool(
            name="check_health",
            description="Check the /healthz endpoint of one of our services",
            inputSchema={"type": "object", "properties": {"service": {"type": "string", "maxLength": 63}}, "required": ["service"]},
        )
    ]


def probe(service: str) -> int:
    url = "http://%s/healthz" % service
    req = urllib.request.Request(url, headers={"User-Agent": "health/1"})
    with urllib.request.urlopen(req, timeout=5) as resp:
        return resp.status


@app.call_tool()
async def call_tool(name, arguments):
    if name == "check_health":
        status = await asyncio.to_thread(probe, arguments.get("service", ""))
        return [types.TextContent(type="text", text=f"status {status}")]
    raise ValueError(name)


async def run():
    async with mcp.server.stdio.stdio_server() as (r, w):
        await app.run(r, w, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(run())
