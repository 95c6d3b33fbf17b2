"""Requests to Tallypay."""

from __future__ import annotations

import logging
from typing import Any

import httpx

from .settings import Settings
from .signing import SignedRequests

logger = logging.getLogger(__name__)


class PaymentError(RuntimeError):
    """Something the caller may read."""


class TallypayClient:
    def __init__(self, settings: Settings) -> None:
        self._http = httpx.AsyncClient(
            base_url=settings.base_url,
            auth=SignedRequests(settings.merchant, settings.api_secret),
            timeout=settings.timeout,
            follow_redirects=False,
        )

    async def request(self, method: str, path: str, **kwargs: Any) -> Any:
        try:
            response = await self._http.request(method, path, **kwargs)
        except httpx.HTTPError as error:
            logger.warning("%s %s failed: %s", method, path, type(error).__name__)
            raise PaymentError("Tallypay cannot be reached") from None
        logger.info("%s %s -> %d", method, path, response.status_code)
        if response.status_code == 404:
            raise PaymentError("no such payment")
        if response.status_code >= 300:
            raise PaymentError(f"Tallypay refused with status {response.status_code}")
        return response.json()

    async def close(self) -> None:
        await self._http.aclose()
