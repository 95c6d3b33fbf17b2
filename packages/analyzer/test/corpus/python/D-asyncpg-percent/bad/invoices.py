import asyncio
import json
import os
from typing import Any

import asyncpg
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool

from repository import InvoiceRepository


class InvoiceTools:
    def __init__(self, repository: InvoiceRepository) -> None:
        self.repository = repository

    async def customer_invoices(self, arguments: dict[str, Any]) -> list[dict]:
        return await self.repository.of_customer(arguments["customer"])

    async def overdue_invoices(self, arguments: dict[str, Any]) -> list[dict]:
        return await self.repository.overdue()

    async def dispatch(self, name: str, arguments: dict[str, Any]) -> list[dict]:
        match name:
            case "customer_invoices":
                return await self.customer_invoices(arguments)
            case "overdue_invoices":
                return await self.overdue_invoices(arguments)
            case _:
                raise ValueError("unknown tool")


def build(tools: InvoiceTools) -> Server:
    app = Server("invoices")

    @app.list_tools()
    async def list_tools() -> list[Tool]:
        text = {"type": "string", "minLength": 1, "maxLength": 120}
        by_customer = {"type": "object", "properties": {"customer": text}, "required": ["customer"]}
        return [
            Tool(name="customer_invoices", description="Invoices of a customer", inputSchema=by_customer),
            Tool(name="overdue_invoices", description="Unpaid, overdue invoices", inputSchema={"type": "object"}),
        ]

    @app.call_tool()
    async def call_tool(name: str, arguments: dict[str, Any]) -> list[TextContent]:
        rows = await tools.dispatch(name, arguments)
        return [TextContent(type="text", text=json.dumps(rows, default=str))]

    return app


async def main() -> None:
    async with asyncpg.create_pool(os.environ["INVOICE_DSN"], timeout=5, command_timeout=10) as pool:
        app = build(InvoiceTools(InvoiceRepository(pool)))
        async with stdio_server() as (read, write):
            await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
