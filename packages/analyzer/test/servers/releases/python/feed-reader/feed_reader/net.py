import httpx

LIMIT = 2_000_000


async def download(url: str) -> bytes:
    async with httpx.AsyncClient(timeout=10) as client:
        async with client.stream("GET", url) as response:
            response.raise_for_status()
            data = bytearray()
            async for chunk in response.aiter_raw(65536):
                data += chunk
                if len(data) > LIMIT:
                    raise ValueError("answer too large")
    return bytes(data)
