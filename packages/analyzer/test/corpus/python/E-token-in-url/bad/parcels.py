import asyncio
import os
import re

import aiohttp
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

app = Server("parcels")

BASE = "https://api.paketflug.example/v3"
ACCESS_TOKEN = os.environ.get("PAKETFLUG_TOKEN", "")
NUMBER = re.compile(r"[A-Z]{2}\d{9,12}")
STATES = {"announced", "in_transit", "delivered", "returned"}
TIMEOUT = aiohttp.ClientTimeout(total=15)


async def parcel_state(number: str) -> str:
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
        async with session.get(f"{BASE}/parcels/{number}?access_token={ACCESS_TOKEN}") as response:
            if response.status != 200:
                return "unknown"
            state = (await response.json()).get("state")
    return state if state in STATES else "unknown"


@app.list_tools()
async def list_tools() -> list[Tool]:
    number = {"type": "string", "pattern": "^[A-Z]{2}[0-9]{9,12}$"}
    return [
        Tool(
            name="parcel_state",
            description="Tell where a parcel is",
            inputSchema={"type": "object", "properties": {"number": number}, "required": ["number"]},
        )
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name != "parcel_state":
        raise ValueError("unknown tool")
    number = arguments["number"]
    if not NUMBER.fullmatch(number):
        return [TextContent(type="text", text="That is not a parcel number.")]
    return [TextContent(type="text", text=await parcel_state(number))]


async def main() -> None:
    async with stdio_server() as streams:
        await app.run(streams[0], streams[1], app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
