import asyncpg


class InvoiceRepository:
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def _rows(self, statement: str, *values: object) -> list[dict]:
        async with self._pool.acquire(timeout=5) as connection:
            rows = await connection.fetch(statement, *values, timeout=5)
            return [dict(row) for row in rows]

    async def of_customer(self, customer: str) -> list[dict]:
        return await self._rows(
            "SELECT number, total, due FROM invoices WHERE customer = $1 ORDER BY due LIMIT 100", customer
        )

    async def overdue(self) -> list[dict]:
        return await self._rows("SELECT number, total, due FROM invoices WHERE due < now() AND NOT paid LIMIT 100")
