#!/usr/bin/env python3
"""Scientific calculator served over MCP (stdio)."""
import asyncio
import logging
import math
import statistics
import sys

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

logging.basicConfig(stream=sys.stderr, level=logging.INFO)
logger = logging.getLogger("scicalc")

app = Server("scicalc")

NAMES = {k: getattr(math, k) for k in dir(math) if not k.startswith("_")}
NAMES.update(abs=abs, round=round, min=min, max=max, sum=sum)


@app.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="calculate",
            description="Evaluate an arithmetic expression, for example 2*sin(pi/4).",
            inputSchema={
                "type": "object",
                "properties": {"expression": {"type": "string", "maxLength": 500}},
                "required": ["expression"],
            },
        ),
        types.Tool(
            name="describe",
            description="Mean, median and standard deviation of a list of numbers.",
            inputSchema={
                "type": "object",
                "properties": {
                    "values": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 10000}
                },
                "required": ["values"],
            },
        ),
    ]


def calculate(expression: str) -> str:
    code = compile(expression.strip(), "<expression>", "eval")
    value = eval(code, {"__builtins__": {}}, NAMES)
    return repr(value)


def describe(values: list[float]) -> str:
    return (
        f"mean={statistics.fmean(values):g} median={statistics.median(values):g} "
        f"stdev={statistics.stdev(values):g}"
    )


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    try:
        if name == "calculate":
            text = calculate(arguments["expression"])
        elif name == "describe":
            text = describe(arguments["values"])
        else:
            raise ValueError(f"unknown tool {name}")
    except (ArithmeticError, ValueError, TypeError, NameError, SyntaxError) as exc:
        logger.info("rejected call of %s: %s", name, type(exc).__name__)
        text = f"Cannot compute: {type(exc).__name__}"
    return [types.TextContent(type="text", text=text)]


async def main() -> None:
    async with stdio_server() as (reader, writer):
        await app.run(reader, writer, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
