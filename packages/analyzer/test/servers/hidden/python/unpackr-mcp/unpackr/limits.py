"""Limits against archives which are larger than they look."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import BinaryIO


class Refused(ValueError):
    """The archive is not unpacked."""


@dataclass(frozen=True)
class Limits:
    members: int = 5_000
    total: int = 512 * 1024 * 1024


class Budget:
    """Counts down while data is written."""

    def __init__(self, limits: Limits) -> None:
        self._members = limits.members
        self._bytes = limits.total

    def member(self) -> None:
        self._members -= 1
        if self._members < 0:
            raise Refused("too many members")

    def data(self, count: int) -> None:
        self._bytes -= count
        if self._bytes < 0:
            raise Refused("too much data")


class CountedReader(io.RawIOBase):
    """Stops a decompressor that produces too much, also for skipped members."""

    def __init__(self, source: BinaryIO, budget: Budget) -> None:
        self._source = source
        self._budget = budget

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if size is None or size < 0 or size > 1 << 20:
            size = 1 << 20
        data = self._source.read(size)
        self._budget.data(len(data))
        return data
