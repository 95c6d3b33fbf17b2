from __future__ import annotations

import psycopg
from psycopg import sql
from psycopg.rows import dict_row


class Repository:
    def __init__(self, dsn: str):
        self._dsn = dsn

    async def fetch(self, query, params=()):
        async with await psycopg.AsyncConnection.connect(self._dsn, row_factory=dict_row) as conn:
            async with conn.cursor() as cur:
                await cur.execute(query, params)
                return await cur.fetchmany(200)


class Customers(Repository):
    async def sorted_by(self, column: str, region: str):
        query = "SELECT id, name, region FROM customers WHERE region = %%s ORDER BY %s" % column
        async with await psycopg.AsyncConnection.connect(self._dsn) as conn:
            async with conn.cursor() as cur:
                await cur.execute(query, (region,))
                return await cur.fetchmany(200)
