import asyncio
import base64

import aiohttp
import mcp.types as types
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server

MAX = 5 * 1024 * 1024
server = Server("image-describe")

TOOLS = {}


def register(name: str, description: str, schema: dict):
    def deco(fn):
        TOOLS[name] = (types.Tool(name=name, description=description, inputSchema=schema), fn)
        return fn

    return deco


@register(
    "load_image",
    "Load an image so that the model can look at it.",
    {"type": "object", "properties": {"image_url": {"type": "string"}}, "required": ["image_url"]},
)
async def load_image(args: dict) -> list:
    timeout = aiohttp.ClientTimeout(total=15)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        async with session.get(args["image_url"]) as response:
            response.raise_for_status()
            data = await response.content.read(MAX)
            mime = response.headers.get("Content-Type", "image/png").split(";")[0]
    return [types.ImageContent(type="image", data=base64.b64encode(data).decode(), mimeType=mime)]


@register(
    "image_formats",
    "Formats that load_image understands.",
    {"type": "object", "properties": {}},
)
async def image_formats(_args: dict) -> list:
    return [types.TextContent(type="text", text="png, jpeg, webp, gif")]


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [tool for tool, _ in TOOLS.values()]


@server.call_tool()
async def call_tool(name: str, arguments: dict | None) -> list:
    if name not in TOOLS:
        raise ValueError(f"unknown tool: {name}")
    try:
        return await TOOLS[name][1](arguments or {})
    except (aiohttp.ClientError, asyncio.TimeoutError) as exc:
        raise RuntimeError("the image could not be loaded") from exc


async def main():
    async with stdio_server() as (read, write):
        await server.run(
            read,
            write,
            InitializationOptions(
                server_name="image-describe",
                server_version="0.4.0",
                capabilities=server.get_capabilities(NotificationOptions(), {}),
            ),
        )


if __name__ == "__main__":
    asyncio.run(main())
