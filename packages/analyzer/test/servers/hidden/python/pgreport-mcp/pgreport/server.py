from __future__ import annotations

import json
import logging
import sys

import anyio
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from . import __version__
from .config import Config
from .database import Database, open_database
from .render import as_csv
from .reports import REPORTS

_RUN_SCHEMA = {
    "type": "object",
    "properties": {
        "report": {"type": "string", "enum": sorted(REPORTS)},
        "parameters": {"type": "object", "description": "see describe_reports"},
    },
    "required": ["report", "parameters"],
    "additionalProperties": False,
}


def create_server(database: Database) -> Server:
    server: Server = Server("pgreport", version=__version__)

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(
                name="describe_reports",
                description="The reports and the schemas of their parameters.",
                inputSchema={"type": "object", "properties": {}},
            ),
            types.Tool(name="run_report", description="Run a report, result as CSV.", inputSchema=_RUN_SCHEMA),
        ]

    async def run_report(arguments: dict) -> str:
        report = REPORTS.get(str(arguments.get("report")))
        if report is None:
            raise ValueError("unknown report")
        try:
            parameters = report.model.model_validate(arguments.get("parameters") or {})
        except ValidationError as error:
            raise ValueError("; ".join(item["msg"] for item in error.errors())) from None
        return as_csv(await database.run(report, parameters))

    def describe() -> str:
        return json.dumps(
            {name: {"title": r.title, "parameters": r.model.model_json_schema()} for name, r in REPORTS.items()}
        )

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        if name == "run_report":
            text = await run_report(arguments or {})
        elif name == "describe_reports":
            text = describe()
        else:
            raise ValueError("unknown tool")
        return [types.TextContent(type="text", text=text)]

    return server


async def serve(config: Config) -> None:
    async with open_database(config) as database:
        server = create_server(database)
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    try:
        config = Config.from_env()
    except ValueError as error:
        raise SystemExit(f"pgreport: {error}") from None
    anyio.run(serve, config)


if __name__ == "__main__":
    main()
