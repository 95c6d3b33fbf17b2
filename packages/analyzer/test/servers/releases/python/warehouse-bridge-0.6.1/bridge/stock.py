import asyncpg


class Stock:
    def __init__(self, dsn: str):
        self._dsn = dsn
        self._pool: asyncpg.Pool | None = None

    async def _ready(self) -> asyncpg.Pool:
        if self._pool is None:
            self._pool = await asyncpg.create_pool(self._dsn, command_timeout=8, max_size=4)
        return self._pool

    async def level(self, sku: str) -> int:
        pool = await self._ready()
        return await pool.fetchval("SELECT coalesce(sum(quantity), 0) FROM stock WHERE sku = $1", sku)

    async def low(self, below: int) -> list[dict]:
        pool = await self._ready()
        rows = await pool.fetch(
            "SELECT sku, sum(quantity) AS quantity FROM stock GROUP BY sku HAVING sum(quantity) < $1 LIMIT 200", below
        )
        return [dict(r) for r in rows]
