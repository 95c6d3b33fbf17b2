"""Settings of the payment desk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields

_HIDDEN = {"password", "token", "key"}


class SettingsError(ValueError):
    pass


@dataclass(frozen=True)
class Settings:
    merchant: str
    api_secret: str = field(repr=False)
    refund_limit: int = 0
    base_url: str = "https://api.tallypay.io/v3"
    timeout: float = 15.0
    log_level: str = "INFO"

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        merchant, secret = env.get("PAYDESK_MERCHANT", ""), env.get("PAYDESK_API_SECRET", "")
        if not merchant.isdecimal():
            raise SettingsError("PAYDESK_MERCHANT has to be a number")
        if not secret:
            raise SettingsError("PAYDESK_API_SECRET is not set")
        limit = int(env.get("PAYDESK_REFUND_LIMIT", "0"))
        if not 0 <= limit <= 50_000:
            raise SettingsError("PAYDESK_REFUND_LIMIT is out of range")
        level = env.get("PAYDESK_LOG", "INFO").upper()
        if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise SettingsError("PAYDESK_LOG is not a log level")
        return cls(merchant=merchant, api_secret=secret, refund_limit=limit, log_level=level)

    def _entries(self) -> Iterator[str]:
        for item in fields(self):
            value = "***" if item.name in _HIDDEN else getattr(self, item.name)
            yield f"{item.name}={value}"

    def describe(self) -> str:
        """One line for people who look into the log."""
        return ", ".join(self._entries())
