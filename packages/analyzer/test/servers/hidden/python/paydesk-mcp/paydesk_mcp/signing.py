"""Signature of requests."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Generator

import httpx


class SignedRequests(httpx.Auth):
    """HMAC-SHA-256 over time, method, path and body."""

    requires_request_body = True

    def __init__(self, merchant: str, secret: str) -> None:
        self._merchant = merchant
        self._secret = secret.encode()

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        stamp = str(int(time.time()))
        material = b"\n".join(
            [stamp.encode(), request.method.encode(), request.url.raw_path, request.content]
        )
        request.headers["X-Merchant"] = self._merchant
        request.headers["X-Time"] = stamp
        request.headers["X-Signature"] = hmac.new(self._secret, material, hashlib.sha256).hexdigest()
        yield request
