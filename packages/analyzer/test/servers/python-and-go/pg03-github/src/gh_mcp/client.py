from __future__ import annotations

import asyncio
import logging
import random
from typing import Any
from urllib.parse import quote

import httpx

logger = logging.getLogger(__name__)


class GitHubError(RuntimeError):
    def __init__(self, status: int):
        super().__init__(f"GitHub answered {status}")
        self.status = status


class GitHubClient:
    def __init__(self, token: str, base_url: str = "https://api.github.com"):
        self._http = httpx.AsyncClient(
            base_url=base_url,
            timeout=httpx.Timeout(15.0),
            headers={"Authorization": f"Bearer {token}", "Accept": "application/vnd.github+json"},
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def _request(self, method: str, path: str, **kwargs: Any) -> Any:
        for attempt in range(4):
            response = await self._http.request(method, path, **kwargs)
            if response.status_code in (429, 502, 503):
                delay = min(2**attempt + random.random(), 20)
                logger.info("retrying in %.1f s", delay)
                await asyncio.sleep(delay)
                continue
            if response.is_error:
                raise GitHubError(response.status_code)
            return response.json()
        raise GitHubError(429)

    async def issues(self, owner: str, repo: str, state: str) -> list[dict[str, Any]]:
        path = f"/repos/{quote(owner, safe='')}/{quote(repo, safe='')}/issues"
        data = await self._request("GET", path, params={"state": state, "per_page": 50})
        return [{"number": i["number"], "title": i["title"][:200], "state": i["state"]} for i in data]

    async def create_issue(self, owner: str, repo: str, title: str, body: str) -> int:
        path = f"/repos/{quote(owner, safe='')}/{quote(repo, safe='')}/issues"
        data = await self._request("POST", path, json={"title": title, "body": body})
        return int(data["number"])
