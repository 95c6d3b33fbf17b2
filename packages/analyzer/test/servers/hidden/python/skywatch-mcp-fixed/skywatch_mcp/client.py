"""A thin asynchronous client."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from . import __version__
from .config import Config
from .regions import endpoint

MAX_BODY = 2 * 1024 * 1024


class ApiError(RuntimeError):
    """The API said no; the message is safe to show."""


class SkywatchClient:
    def __init__(self, config: Config, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._config = config
        self._http = httpx.AsyncClient(
            timeout=config.timeout,
            follow_redirects=False,
            transport=transport,
            headers={
                "User-Agent": f"skywatch-mcp/{__version__}",
                "Authorization": f"Bearer {config.api_key.get_secret_value()}",
            },
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def get(self, region: str | None, *segments: str | int, **params: Any) -> Any:
        return await self._call("GET", region, *segments, params=params)

    async def post(self, region: str | None, *segments: str | int, body: dict | None = None) -> Any:
        return await self._call("POST", region, *segments, json=body or {})

    async def _call(self, method: str, region: str | None, *segments: str | int, **kwargs: Any) -> Any:
        url = endpoint(region or self._config.region).url(*segments)
        try:
            async with self._http.stream(method, url, **kwargs) as response:
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > MAX_BODY:
                        raise ApiError("the answer is too large")
        except httpx.HTTPError as error:
            raise ApiError(f"request failed ({type(error).__name__})") from None
        if response.status_code != 200:
            raise ApiError(f"the API answered with status {response.status_code}")
        try:
            return json.loads(body)
        except ValueError:
            raise ApiError("the API did not answer with JSON") from None


@asynccontextmanager
async def open_client(config: Config) -> AsyncIterator[SkywatchClient]:
    client = SkywatchClient(config)
    try:
        yield client
    finally:
        await client.aclose()
