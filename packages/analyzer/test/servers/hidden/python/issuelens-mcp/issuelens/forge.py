"""The forge's API."""

from __future__ import annotations

import json
from typing import Any

import httpx

from .config import Config
from .models import Comment, Issue, IssueSummary

_MAX_BODY = 3 * 1024 * 1024


class ForgeError(RuntimeError):
    pass


class Forge:
    def __init__(self, config: Config) -> None:
        self._config = config
        self._http = httpx.AsyncClient(
            base_url=f"{config.url}/api/v1",
            headers={"Authorization": f"token {config.token}", "Accept": "application/json"},
            timeout=config.timeout,
            follow_redirects=False,
        )

    async def _get(self, path: str, **params: Any) -> Any:
        body = bytearray()
        try:
            async with self._http.stream("GET", path, params=params) as response:
                if response.status_code != 200:
                    raise ForgeError(f"the forge answered with status {response.status_code}")
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > _MAX_BODY:
                        raise ForgeError("the answer is too large")
        except httpx.HTTPError as error:
            raise ForgeError(f"the forge cannot be reached ({type(error).__name__})") from None
        return json.loads(body)

    async def search(self, repository: str, words: str, state: str, limit: int) -> list[IssueSummary]:
        repository = self._config.repository(repository)
        rows = await self._get(f"/repos/{repository}/issues", q=words, state=state, limit=limit, type="issues")
        return [IssueSummary.model_validate(row) for row in rows[:limit]]

    async def issue(self, repository: str, number: int) -> Issue:
        repository = self._config.repository(repository)
        return Issue.model_validate(await self._get(f"/repos/{repository}/issues/{number:d}"))

    async def comments(self, repository: str, number: int, limit: int) -> list[Comment]:
        repository = self._config.repository(repository)
        rows = await self._get(f"/repos/{repository}/issues/{number:d}/comments")
        return [Comment.model_validate(row) for row in rows[-limit:]]
