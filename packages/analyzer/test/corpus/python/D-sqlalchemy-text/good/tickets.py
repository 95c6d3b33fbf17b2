import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from mcp.server.fastmcp import Context, FastMCP
from pydantic import Field
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine


@dataclass
class AppContext:
    engine: AsyncEngine


@asynccontextmanager
async def lifespan(server: FastMCP) -> AsyncIterator[AppContext]:
    engine = create_async_engine(os.environ["TICKETS_URL"], pool_timeout=5, connect_args={"timeout": 5})
    try:
        yield AppContext(engine)
    finally:
        await engine.dispose()


mcp = FastMCP("tickets", lifespan=lifespan)


@mcp.tool(name="tickets_by_status", description="List the newest tickets with a given status")
async def tickets_by_status(
    ctx: Context,
    status: Annotated[str, Field(description="open, waiting or closed", max_length=80)],
    limit: Annotated[int, Field(ge=1, le=50)] = 20,
) -> list[dict]:
    engine = ctx.request_context.lifespan_context.engine
    async with engine.connect() as connection:
        result = await connection.execute(
            text("SELECT id, subject, opened FROM tickets WHERE status = :status ORDER BY opened DESC LIMIT :n"),
            {"status": status, "n": limit},
        )
        return [dict(row) for row in result.mappings()]


@mcp.tool(name="ticket_total", description="Count all tickets")
async def ticket_total(ctx: Context) -> int:
    engine = ctx.request_context.lifespan_context.engine
    async with engine.connect() as connection:
        return (await connection.execute(text("SELECT count(*) FROM tickets"))).scalar_one()


if __name__ == "__main__":
    mcp.run()
