from contextlib import asynccontextmanager
import httpx


@asynccontextmanager
async def client():
    async with httpx.AsyncClient(timeout=10) as c:
        yield c


async def call(method: str, base: str, path: str) -> int:
    async with client() as c:
        r = await c.request(method, f"{base}/{path}")
        return r.status_code
