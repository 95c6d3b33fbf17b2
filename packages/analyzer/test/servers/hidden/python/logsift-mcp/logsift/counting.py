from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .query import LEVELS


def count_levels(lines: Iterable[tuple[int, str]]) -> dict[str, int]:
    counter: Counter[str] = Counter()
    for _, line in lines:
        head = line[:60].split()
        for level in LEVELS:
            if level in head:
                counter[level] += 1
                break
    return {level: counter[level] for level in LEVELS}
