"""Requests to the calendar."""

from __future__ import annotations

import threading
from datetime import datetime
from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict, field_validator

from . import oauth
from .config import API, Config
from .tokens import TokenCache


class CalendarError(RuntimeError):
    pass


class Event(BaseModel):
    """The part of an event we show."""

    model_config = ConfigDict(extra="ignore")

    title: str = ""
    start: datetime
    end: datetime
    busy: bool = True

    @field_validator("title")
    @classmethod
    def _short(cls, value: str) -> str:
        return "".join(char for char in value if char.isprintable())[:60]


class Calendar:
    def __init__(self, config: Config, cache: TokenCache) -> None:
        self._config = config
        self._cache = cache
        self._lock = threading.Lock()
        self._http = httpx.Client(base_url=API, timeout=config.timeout, follow_redirects=False)

    def _access_token(self) -> str:
        with self._lock:
            tokens = self._cache.load()
            if tokens is None:
                raise CalendarError("not signed in; run calmate-login")
            if not tokens.fresh:
                tokens = oauth.refresh(self._config, tokens)
                self._cache.save(tokens)
            return tokens.access_token

    def _call(self, method: str, path: str, **kwargs: Any) -> Any:
        headers = {"Authorization": f"Bearer {self._access_token()}"}
        try:
            response = self._http.request(method, path, headers=headers, **kwargs)
        except httpx.HTTPError as error:
            raise CalendarError(f"the calendar cannot be reached ({type(error).__name__})") from None
        if response.status_code >= 300:
            raise CalendarError(f"the calendar answered with status {response.status_code}")
        return response.json()

    def events(self, start: datetime, end: datetime) -> list[Event]:
        answer = self._call(
            "GET", "/events", params={"from": start.isoformat(), "to": end.isoformat(), "limit": 200}
        )
        return sorted((Event(**row) for row in answer["events"][:200]), key=lambda event: event.start)

    def add(self, event: Event) -> None:
        self._call("POST", "/events", json=event.model_dump(mode="json"))
