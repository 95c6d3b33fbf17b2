"""Requests to the cluster."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import aiohttp

from .options import Options
from .tls import client_context

logger = logging.getLogger(__name__)
_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}")
_MAX_BODY = 4 * 1024 * 1024


class ClusterError(RuntimeError):
    pass


class ClusterApi:
    def __init__(self, options: Options) -> None:
        self._options = options
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> "ClusterApi":
        options = self._options
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(ssl=client_context(options.tls), limit=4),
            timeout=aiohttp.ClientTimeout(total=options.timeout),
            headers={"Authorization": f"PVEAPIToken={options.token_id}={options.token}"},
        )
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def get(self, *segments: str | int) -> Any:
        return await self._call("GET", segments)

    async def post(self, *segments: str | int, **form: str) -> Any:
        return await self._call("POST", segments, form)

    async def _call(self, method: str, segments: tuple[str | int, ...], form: dict[str, str] | None = None) -> Any:
        if self._session is None:
            raise ClusterError("client is not open")
        for segment in segments:
            if not _SEGMENT.fullmatch(str(segment)):
                raise ClusterError("malformed name")
        url = "/".join([self._options.url, "api2/json", *map(str, segments)])
        try:
            async with self._session.request(method, url, data=form, allow_redirects=False) as response:
                if response.status != 200:
                    raise ClusterError(f"cluster answered with status {response.status}")
                body = await response.content.read(_MAX_BODY + 1)
                while not response.content.at_eof() and len(body) <= _MAX_BODY:
                    body += await response.content.read(_MAX_BODY + 1 - len(body))
        except (aiohttp.ClientError, TimeoutError) as error:
            logger.warning("request failed: %s", type(error).__name__)
            raise ClusterError("the cluster cannot be reached") from None
        if len(body) > _MAX_BODY:
            raise ClusterError("the answer is too large")
        try:
            return json.loads(body)["data"]
        except (ValueError, KeyError, TypeError):
            raise ClusterError("the answer makes no sense") from None
