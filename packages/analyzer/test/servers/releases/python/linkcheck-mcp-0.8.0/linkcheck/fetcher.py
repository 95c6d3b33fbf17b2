import asyncio
import re

import httpx

from linkcheck.guard import Blocked, public_address

TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,300})", re.I)
LIMIT = 300_000
HOPS = 5


class Fetcher:
    def __init__(self) -> None:
        self._client = httpx.AsyncClient(
            follow_redirects=False, trust_env=False, timeout=10, headers={"User-Agent": "linkcheck/0.8"}
        )

    async def check(self, url: str) -> dict:
        async with asyncio.timeout(30):
            return await self._check(httpx.URL(url))

    async def _check(self, url: httpx.URL) -> dict:
        for _ in range(HOPS):
            address = await public_address(str(url))
            request = self._client.build_request(
                "GET",
                url.copy_with(host=address),
                headers={"Host": url.netloc.decode("ascii").rpartition("@")[2]},
                extensions={"sni_hostname": url.host},
            )
            response = await self._client.send(request, stream=True)
            try:
                if response.is_redirect:
                    url = url.join(response.headers["location"])
                    continue
                body = bytearray()
                async for chunk in response.aiter_bytes(65536):
                    body += chunk
                    if len(body) >= LIMIT:
                        break
            finally:
                await response.aclose()
            title = TITLE.search(body.decode("utf-8", "replace"))
            return {
                "final_url": str(url),
                "status": response.status_code,
                "untrusted_title": title[1].strip() if title else None,
            }
        raise Blocked("too many redirects")
