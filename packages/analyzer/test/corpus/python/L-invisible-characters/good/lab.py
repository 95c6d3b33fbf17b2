import asyncio
import json

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

app = Server("lab-units")

MASSES = {"H": 1.008, "C": 12.011, "N": 14.007, "O": 15.999, "Na": 22.990, "Cl": 35.45}


@app.list_tools()
async def list_tools() -> list[Tool]:
    symbol = {"type": "string", "enum": sorted(MASSES)}
    return [
        Tool(
            name="atomic_mass",
            description="Atomic mass of an element in g/mol 👩‍🔬",
            inputSchema={"type": "object", "properties": {"symbol": symbol}, "required": ["symbol"]},
        ),
        Tool(
            name="elements",
            description="Symbole der verfügbaren Elemente, z. B. „Na“ für Natrium",
            inputSchema={"type": "object", "properties": {}},
        ),
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "atomic_mass":
        mass = MASSES.get(arguments["symbol"])
        return [TextContent(type="text", text=f"{mass} g/mol" if mass else "unknown element")]
    if name == "elements":
        return [TextContent(type="text", text=json.dumps(sorted(MASSES)))]
    raise ValueError("unknown tool")


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
