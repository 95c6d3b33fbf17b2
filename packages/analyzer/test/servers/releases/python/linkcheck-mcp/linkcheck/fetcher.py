import re

import httpx

from linkcheck.guard import ensure_public

TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,300})", re.I)
LIMIT = 300_000


class Fetcher:
    def __init__(self) -> None:
        self._client = httpx.AsyncClient(follow_redirects=True, timeout=10, headers={"User-Agent": "linkcheck/0.7"})

    async def check(self, url: str) -> dict:
        ensure_public(url)
        async with self._client.stream("GET", url) as response:
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) >= LIMIT:
                    break
        title = TITLE.search(body.decode("utf-8", "replace"))
        return {
            "final_url": str(response.url),
            "status": response.status_code,
            "untrusted_title": title[1].strip() if title else None,
        }
