"""Made-up people and orders for tests."""
import json
import random
from datetime import date, timedelta
from typing import Any, Callable

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from pydantic import BaseModel, Field, ValidationError

FIRST = ("Ada", "Bela", "Chen", "Dana", "Emil", "Fatou", "Goran", "Hana")
LAST = ("Okafor", "Lind", "Moreau", "Sato", "Vargas", "Weiss", "Young", "Zhou")


class Request(BaseModel):
    count: int = Field(default=10, ge=1)
    seed: int | None = None


def person(rng: random.Random) -> dict[str, Any]:
    return {
        "name": f"{rng.choice(FIRST)} {rng.choice(LAST)}",
        "born": str(date(1950, 1, 1) + timedelta(days=rng.randrange(20_000))),
    }


def order(rng: random.Random) -> dict[str, Any]:
    return {"number": rng.randrange(10**6, 10**7), "total": round(rng.uniform(5, 900), 2)}


MAKERS: dict[str, Callable[[random.Random], dict[str, Any]]] = {"make_people": person, "make_orders": order}

server: Server = Server("sample-data", version="0.2.0")


@server.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(name=name, description=f"{name.replace('_', ' ').capitalize()} for a test.",
             inputSchema=Request.model_json_schema())
        for name in MAKERS
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[TextContent]:
    maker = MAKERS.get(name)
    if maker is None:
        raise ValueError("unknown tool")
    try:
        request = Request.model_validate(arguments)
    except ValidationError as exc:
        raise ValueError("count and seed must be whole numbers") from exc
    rng = random.Random(request.seed)
    records = [maker(rng) for _ in range(request.count)]
    return [TextContent(type="text", text=json.dumps(records))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
