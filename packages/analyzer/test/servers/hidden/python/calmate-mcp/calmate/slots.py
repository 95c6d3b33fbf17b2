"""Free time between events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from .api import Event


def free_slots(
    events: Iterable[Event], start: datetime, end: datetime, length: timedelta
) -> Iterator[tuple[datetime, datetime]]:
    cursor = start
    for event in events:
        if not event.busy:
            continue
        if event.start - cursor >= length:
            yield cursor, event.start
        cursor = max(cursor, event.end)
    if end - cursor >= length:
        yield cursor, end
