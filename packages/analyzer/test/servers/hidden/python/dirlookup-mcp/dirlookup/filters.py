"""LDAP filters as objects; values are escaped when they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ldap3.utils.conv import escape_filter_chars


class Filter(Protocol):
    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Equals:
    attribute: str
    value: str

    def __str__(self) -> str:
        return f"({self.attribute}={escape_filter_chars(self.value)})"


@dataclass(frozen=True)
class StartsWith:
    attribute: str
    value: str

    def __str__(self) -> str:
        return f"({self.attribute}={escape_filter_chars(self.value)}*)"


class _Group:
    sign = ""

    def __init__(self, *parts: Filter) -> None:
        self._parts = parts

    def __str__(self) -> str:
        return f"({self.sign}{''.join(map(str, self._parts))})"


class All(_Group):
    sign = "&"


class Any(_Group):
    sign = "|"
