import httpx

from .guard import check

LIMIT = 1_000_000


async def load(url: str) -> bytes:
    async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
        async with client.stream("GET", check(url)) as response:
            response.raise_for_status()
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > LIMIT:
                    raise ValueError("feed too large")
    return bytes(body)
