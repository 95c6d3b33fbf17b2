"""Streamable HTTP on the loopback interface."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount

from .auth import BearerMiddleware, TokenTable
from .config import Config
from .server import create_server
from .store import Store
from .tools import build_registry


def create_app(config: Config) -> Starlette:
    manager = StreamableHTTPSessionManager(
        app=create_server(build_registry(Store(config.database))),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=config.allowed_hosts,
            allowed_origins=config.allowed_origins,
        ),
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(
        routes=[Mount("/mcp", app=manager.handle_request)],
        middleware=[Middleware(BearerMiddleware, tokens=TokenTable.load(config.tokens))],
        lifespan=lifespan,
    )


def main() -> None:
    logging.basicConfig(level=logging.INFO)
    config = Config.from_env()
    uvicorn.run(create_app(config), host=config.host, port=config.port, log_level="warning")
