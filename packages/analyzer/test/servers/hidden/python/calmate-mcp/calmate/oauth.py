"""Device flow and refresh."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx

from .config import AUTH, Config
from .tokens import TokenSet


class SignInError(RuntimeError):
    pass


def _form(config: Config, path: str, **values: str) -> httpx.Response:
    try:
        return httpx.post(
            f"{AUTH}/{path}",
            data={"client_id": config.client_id, **values},
            timeout=config.timeout,
            follow_redirects=False,
        )
    except httpx.HTTPError as error:
        raise SignInError(f"the sign-in service cannot be reached ({type(error).__name__})") from None


def device_sign_in(config: Config, show: Callable[[str, str], None]) -> TokenSet:
    started = _form(config, "device", scope=config.scope)
    if started.status_code != 200:
        raise SignInError("the sign-in service refused to start")
    device = started.json()
    show(str(device["verification_uri"]), str(device["user_code"]))
    interval = max(2, min(30, int(device.get("interval", 5))))
    deadline = time.monotonic() + min(900, int(device.get("expires_in", 600)))
    while time.monotonic() < deadline:
        time.sleep(interval)
        answer = _form(
            config,
            "token",
            grant_type="urn:ietf:params:oauth:grant-type:device_code",
            device_code=device["device_code"],
        )
        if answer.status_code == 200:
            return TokenSet.from_answer(answer.json())
        if answer.json().get("error") not in {"authorization_pending", "slow_down"}:
            raise SignInError("sign-in was refused")
    raise SignInError("sign-in took too long")


def refresh(config: Config, tokens: TokenSet) -> TokenSet:
    answer = _form(config, "token", grant_type="refresh_token", refresh_token=tokens.refresh_token)
    if answer.status_code != 200:
        raise SignInError("the sign-in has ended; run calmate-login again")
    return TokenSet.from_answer(answer.json(), tokens)
