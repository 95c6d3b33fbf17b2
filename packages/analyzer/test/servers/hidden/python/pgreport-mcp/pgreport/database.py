"""Pool and execution."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from .config import Config
from .reports import Parameters, Report

logger = logging.getLogger(__name__)


class ReportError(RuntimeError):
    pass


class Database:
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def run(self, report: Report, parameters: Parameters) -> list[dict[str, Any]]:
        try:
            async with self._pool.acquire(timeout=5) as connection:
                async with connection.transaction(readonly=True):
                    rows = await connection.fetch(report.statement(parameters), *report.values(parameters))
        except (asyncpg.PostgresError, OSError, TimeoutError) as error:
            logger.error("report %r failed: %s", report.title, type(error).__name__)
            raise ReportError("the report could not be made") from None
        return [dict(row) for row in rows]


@asynccontextmanager
async def open_database(config: Config) -> AsyncIterator[Database]:
    pool = await asyncpg.create_pool(
        host=config.host,
        database=config.database,
        user=config.user,
        password=config.password,
        ssl=config.tls(),
        min_size=0,
        max_size=4,
        timeout=5,
        command_timeout=20,
        server_settings={"application_name": "pgreport-mcp", "statement_timeout": "15000"},
    )
    try:
        yield Database(pool)
    finally:
        await pool.close()
