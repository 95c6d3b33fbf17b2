"""Read-only access to a PostgreSQL database."""
import asyncio
import json
import os
import sys

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

MAX_ROWS = 500


class ReadOnlyDatabase:
    def __init__(self, dsn: str):
        self._pool = AsyncConnectionPool(
            dsn,
            min_size=1,
            max_size=3,
            open=False,
            kwargs={"row_factory": dict_row, "autocommit": True, "options": "-c statement_timeout=15000"},
        )

    async def start(self):
        await self._pool.open(wait=True, timeout=10)

    async def tables(self):
        async with self._pool.connection() as con:
            cur = await con.execute(
                "SELECT table_schema, table_name FROM information_schema.tables "
                "WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2"
            )
            return await cur.fetchmany(MAX_ROWS)

    async def query(self, sql: str):
        first = sql.split(None, 1)[0].upper() if sql.strip() else ""
        if first not in ("SELECT", "WITH", "EXPLAIN"):
            raise ValueError("only SELECT, WITH and EXPLAIN are allowed")
        async with self._pool.connection() as con:
            await con.execute("BEGIN TRANSACTION READ ONLY")
            try:
                cur = await con.execute(sql)
                return await cur.fetchmany(MAX_ROWS)
            finally:
                await con.execute("ROLLBACK")


async def main():
    dsn = os.environ.get("DATABASE_URL")
    if not dsn:
        sys.exit("DATABASE_URL is not set")
    db = ReadOnlyDatabase(dsn)
    server = Server("pg-readonly")

    @server.list_tools()
    async def list_tools():
        return [
            types.Tool(name="query", description="Run a read-only SQL query",
                       inputSchema={"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}),
            types.Tool(name="tables", description="List all tables",
                       inputSchema={"type": "object", "properties": {}}),
        ]

    @server.call_tool()
    async def call_tool(name, arguments):
        match name:
            case "query":
                data = await db.query(arguments["sql"])
            case "tables":
                data = await db.tables()
            case _:
                raise ValueError("unknown tool")
        return [types.TextContent(type="text", text=json.dumps(data, default=str))]

    await db.start()
    async with stdio_server() as (r, w):
        await server.run(r, w, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
