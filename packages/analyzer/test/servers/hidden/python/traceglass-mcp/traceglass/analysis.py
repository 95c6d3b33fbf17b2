"""Questions about a trace; all answers take linear or n log n time."""

from __future__ import annotations

import heapq
from collections import defaultdict

from .model import Span, Trace


def own_time(trace: Trace, span: Span) -> float:
    """Duration without the time covered by children."""
    covered = 0.0
    edge = span.start
    for child in sorted(trace.children.get(span.id, ()), key=lambda item: item.start):
        start, end = max(edge, child.start), min(span.end, child.end)
        if end > start:
            covered += end - start
            edge = end
    return max(0.0, span.duration - covered)


def slowest(trace: Trace, count: int) -> list[tuple[Span, float]]:
    timed = ((span, own_time(trace, span)) for span in trace.spans.values())
    return heapq.nlargest(count, timed, key=lambda item: item[1])


def errors(trace: Trace, count: int) -> list[Span]:
    found = [span for span in trace.spans.values() if span.status == "error"]
    return sorted(found, key=lambda span: span.start)[:count]


def services(trace: Trace) -> dict[str, float]:
    totals: dict[str, float] = defaultdict(float)
    for span in trace.spans.values():
        totals[span.service] += own_time(trace, span)
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    return {name: round(total, 6) for name, total in ranked[:100]}


def critical_path(trace: Trace) -> list[Span]:
    if not trace.roots:
        return []
    path = [max(trace.roots, key=lambda span: span.duration)]
    seen = {path[0].id}
    while len(path) < 200:
        following = [span for span in trace.children.get(path[-1].id, ()) if span.id not in seen]
        if not following:
            break
        last = max(following, key=lambda span: span.end)
        seen.add(last.id)
        path.append(last)
    return path
