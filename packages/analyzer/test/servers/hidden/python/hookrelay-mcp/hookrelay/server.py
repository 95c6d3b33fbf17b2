from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from mcp.server.fastmcp import Context, FastMCP
from pydantic import Field
from redis.asyncio import Redis

from .config import Config, ConfigError
from .events import Event
from .limiter import Limiter
from .sender import Sender


def build(config: Config) -> FastMCP:
    @asynccontextmanager
    async def lifespan(_: FastMCP) -> AsyncIterator[Sender]:
        redis = Redis.from_url(config.redis_url, socket_timeout=5, socket_connect_timeout=5)
        sender = Sender(config, Limiter(redis, config.per_minute))
        try:
            yield sender
        finally:
            await sender.aclose()
            await redis.aclose()

    mcp = FastMCP("hookrelay", lifespan=lifespan)

    @mcp.tool()
    def list_hooks() -> dict[str, list[str]]:
        """Names of the hooks, and the kinds of events they take."""
        return {name: sorted(hook.kinds) for name, hook in config.hooks.items()}

    @mcp.tool()
    async def send_event(ctx: Context, hook: Annotated[str, Field(max_length=60)], event: Event) -> dict:
        """Send an event to one of the configured hooks."""
        sender: Sender = ctx.request_context.lifespan_context
        status = await sender.send(hook, event)
        return {"status": status, "accepted": 200 <= status < 300}

    return mcp


def main() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        config = Config.load()
    except (ConfigError, OSError, KeyError) as error:
        raise SystemExit(f"hookrelay: {error}") from None
    build(config).run()


if __name__ == "__main__":
    main()
