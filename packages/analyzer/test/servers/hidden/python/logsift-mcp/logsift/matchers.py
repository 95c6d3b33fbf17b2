"""Predicates for lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from .query import Query

Predicate = Callable[[str], bool]
_FACTORIES: dict[str, Callable[[str], Predicate]] = {}


def _mode(name: str) -> Callable[[Callable[[str], Predicate]], Callable[[str], Predicate]]:
    def register(factory: Callable[[str], Predicate]) -> Callable[[str], Predicate]:
        _FACTORIES[name] = factory
        return factory

    return register


def message_of(line: str) -> str:
    """The part after `time level component:`."""
    _, separator, message = line.partition(": ")
    return message if separator else line


@_mode("words")
def _words(text: str) -> Predicate:
    wanted = text.casefold().split()
    return lambda line: all(word in line.casefold() for word in wanted)


@_mode("prefix")
def _prefix(text: str) -> Predicate:
    return lambda line: message_of(line).startswith(text)


@_mode("field")
def _field(text: str) -> Predicate:
    pairs = [pair for pair in text.split() if "=" in pair]
    if not pairs:
        raise ValueError("write key=value")
    return lambda line: set(pairs) <= set(line.split())


@_mode("shape")
def _shape(text: str) -> Predicate:
    try:
        shape = re.compile(text)
    except re.error:
        raise ValueError("not a pattern") from None
    return lambda line: shape.search(message_of(line)) is not None


def predicate(query: Query) -> Predicate:
    matches = _FACTORIES[query.mode](query.text)
    if query.level is None:
        return matches
    token = f" {query.level} "
    return lambda line: token in line[:60] and matches(line)
