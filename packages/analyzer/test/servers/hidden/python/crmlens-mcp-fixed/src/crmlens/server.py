"""Low-level MCP server with one model per tool."""

from __future__ import annotations

import logging
import sys

import anyio
import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from . import __version__, models
from .output import render
from .repository import Repository, Rows
from .settings import Settings

logger = logging.getLogger("crmlens")

TOOLS: dict[str, tuple[type[models._Base], str]] = {
    "search_customers": (models.CustomerSearch, "Search customers by name, country and stage."),
    "customer_deals": (models.CustomerDeals, "Deals of one customer."),
    "pipeline_summary": (models.PipelineSummary, "Open deals per stage in a currency."),
    "recent_activity": (models.RecentActivity, "Number of activities per kind and day."),
}


def answer(repository: Repository, name: str, arguments: dict) -> Rows:
    match name:
        case "search_customers":
            return repository.search_customers(models.CustomerSearch(**arguments))
        case "customer_deals":
            return repository.customer_deals(models.CustomerDeals(**arguments))
        case "pipeline_summary":
            return repository.pipeline_summary(models.PipelineSummary(**arguments))
        case "recent_activity":
            return repository.recent_activity(models.RecentActivity(**arguments))
        case _:
            raise ValueError("unknown tool")


def create_server(repository: Repository) -> Server:
    server: Server = Server("crmlens", version=__version__)

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(
                name=name,
                description=text,
                inputSchema=model.model_json_schema(),
                annotations=types.ToolAnnotations(readOnlyHint=True),
            )
            for name, (model, text) in TOOLS.items()
        ]

    @server.call_tool()
    async def call_tool(name: str, arguments: dict | None) -> list[types.TextContent]:
        try:
            rows = await anyio.to_thread.run_sync(answer, repository, name, arguments or {})
        except ValidationError as error:
            problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
            raise ValueError(problems) from None
        except SQLAlchemyError as error:
            logger.error("%s failed: %s", name, type(error).__name__)
            raise RuntimeError("the database did not answer the query") from None
        return [types.TextContent(type="text", text=render(rows))]

    return server


async def serve(settings: Settings) -> None:
    server = create_server(Repository.connect(settings))
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def run() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    anyio.run(serve, Settings.load())


if __name__ == "__main__":
    run()
