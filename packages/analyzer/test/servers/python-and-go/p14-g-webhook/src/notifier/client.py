import aiohttp


class Webhook:
    def __init__(self, session: aiohttp.ClientSession):
        self._session = session

    async def deliver(self, target: str, payload: dict) -> int:
        async with self._session.post(target, json=payload, timeout=aiohttp.ClientTimeout(total=8), allow_redirects=False) as resp:
            return resp.status
