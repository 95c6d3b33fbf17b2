import asyncio
import math

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

server = Server("calculator")

SAFE_NAMES = {k: getattr(math, k) for k in ("sin", "cos", "tan", "sqrt", "pi", "e")}


@server.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(
            name="calculate",
            description="Evaluate an arithmetic expression",
            inputSchema={
                "type": "object",
                "properties": {"expression": {"type": "string", "maxLength": 200}},
                "required": ["expression"],
            },
        ),
        Tool(
            name="round",
            description="Round a number",
            inputSchema={
                "type": "object",
                "properties": {"value": {"type": "number"}, "digits": {"type": "integer"}},
                "required": ["value"],
            },
        ),
    ]


def evaluate(expression: str) -> float:
    return eval(expression, {"__builtins__": {}}, SAFE_NAMES)


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    match name:
        case "calculate":
            value = evaluate(arguments["expression"])
        case "round":
            value = round(float(arguments["value"]), int(arguments.get("digits", 0)))
        case _:
            raise ValueError(f"Unknown tool: {name}")
    return [TextContent(type="text", text=str(value))]


async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
