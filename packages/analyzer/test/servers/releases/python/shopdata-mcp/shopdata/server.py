import os
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date

import anyio
from mcp.server.fastmcp import Context, FastMCP
from sqlalchemy import create_engine

from .repository import OrderFilter, OrderRepository


@dataclass
class AppContext:
    orders: OrderRepository


@asynccontextmanager
async def lifespan(_server: FastMCP):
    engine = create_engine(
        os.environ["SHOPDATA_DSN"],
        pool_pre_ping=True,
        connect_args={"connect_timeout": 5, "options": "-c statement_timeout=8000"},
    )
    try:
        yield AppContext(OrderRepository(engine))
    finally:
        engine.dispose()


mcp = FastMCP("shopdata", lifespan=lifespan)


@mcp.tool()
async def search_orders(ctx: Context, customer: str = "", after: date | None = None, limit: int = 50) -> list[dict]:
    """Search orders by customer and date."""
    repo = ctx.request_context.lifespan_context.orders
    return await anyio.to_thread.run_sync(repo.search, OrderFilter(customer or None, after, limit))


@mcp.tool()
async def get_order(ctx: Context, order_id: int) -> dict:
    """One order by its number."""
    repo = ctx.request_context.lifespan_context.orders
    return await anyio.to_thread.run_sync(repo.get, order_id) or {"error": "not found"}


if __name__ == "__main__":
    mcp.run()
