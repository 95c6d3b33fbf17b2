import json
import logging
import os
from typing import Annotated

import anyio
import psycopg
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from .database import Catalog, UnknownTable

log = logging.getLogger(__name__)
READ = ToolAnnotations(readOnlyHint=True)


def create(catalog: Catalog) -> FastMCP:
    mcp = FastMCP("pg-catalog")

    async def run(fn, *args):
        try:
            return await anyio.to_thread.run_sync(fn, *args)
        except UnknownTable as exc:
            raise ToolError("no such table") from exc
        except psycopg.Error as exc:
            log.error("database error %s", exc.sqlstate)
            raise ToolError(f"database error {exc.sqlstate or 'unknown'}") from exc

    @mcp.tool(annotations=READ)
    async def list_tables(schema: str = "public") -> list[dict]:
        """Tables and views of a schema."""
        return await run(catalog.tables, schema)

    @mcp.tool(annotations=READ)
    async def describe_table(table: str, schema: str = "public") -> list[dict]:
        """Columns of a table."""
        return await run(catalog.columns, schema, table)

    @mcp.tool(annotations=READ)
    async def sample_rows(table: str, schema: str = "public", limit: Annotated[int, Field(ge=1, le=20)] = 5) -> str:
        """A few rows of a table, as untrusted JSON data."""
        rows = await run(catalog.sample, schema, table, limit)
        return json.dumps({"untrusted_rows": rows}, default=str)[:60_000]

    return mcp


if __name__ == "__main__":
    create(Catalog(os.environ["PG_CATALOG_DSN"])).run()
