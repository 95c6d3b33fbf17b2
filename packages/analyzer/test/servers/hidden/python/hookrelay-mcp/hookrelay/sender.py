"""Delivery."""

from __future__ import annotations

import logging

import httpx

from .addresses import public_address
from .config import Config, Hook
from .events import Event, signature
from .limiter import Limiter

logger = logging.getLogger(__name__)


class DeliveryError(RuntimeError):
    pass


class Sender:
    def __init__(self, config: Config, limiter: Limiter) -> None:
        self._config = config
        self._limiter = limiter
        self._http = httpx.AsyncClient(
            timeout=config.timeout, follow_redirects=False, trust_env=False, headers={"User-Agent": "hookrelay"}
        )

    def hook(self, name: str) -> Hook:
        try:
            return self._config.hooks[name]
        except KeyError:
            raise ValueError("unknown hook") from None

    async def send(self, name: str, event: Event) -> int:
        hook = self.hook(name)
        if event.kind not in hook.kinds:
            raise ValueError(f"the hook takes {', '.join(sorted(hook.kinds))}")
        await self._limiter.take(hook.name)
        address = await public_address(hook.host, hook.port)
        body = event.body()
        # connect to the address that was checked; certificate and Host are those of the name
        target = httpx.URL(scheme="https", host=address, port=hook.port, raw_path=hook.path.encode())
        request = self._http.build_request(
            "POST",
            target,
            content=body,
            headers={
                "Host": hook.host if hook.port == 443 else f"{hook.host}:{hook.port}",
                "Content-Type": "application/json",
                "X-Signature": signature(hook.secret(), body),
            },
            extensions={"sni_hostname": hook.host},
        )
        try:
            response = await self._http.send(request, stream=True)
        except httpx.HTTPError as error:
            logger.warning("hook %s: %s", hook.name, type(error).__name__)
            raise DeliveryError("the hook cannot be reached") from None
        await response.aclose()
        logger.info("hook %s answered %d", hook.name, response.status_code)
        return response.status_code

    async def aclose(self) -> None:
        await self._http.aclose()
