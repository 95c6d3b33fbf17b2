"""Limits, all in one place."""

from __future__ import annotations

from dataclasses import dataclass


class TooLarge(ValueError):
    pass


@dataclass(frozen=True)
class Limits:
    encoded: int = 8 * 1024 * 1024
    document: int = 24 * 1024 * 1024
    spans: int = 50_000
    traces: int = 8

    def check_encoded(self, text: str) -> str:
        if len(text) > self.encoded:
            raise TooLarge("the trace is too large")
        return text

    def check_document(self, data: bytes) -> bytes:
        if len(data) > self.document:
            raise TooLarge("the trace is too large")
        return data

    def check_spans(self, rows: list) -> list:
        if len(rows) > self.spans:
            raise TooLarge(f"more than {self.spans} spans")
        return rows


LIMITS = Limits()
