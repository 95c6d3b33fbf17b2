"""Tools with their arguments."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from . import analysis
from .codec import decode
from .model import Span, Trace
from .shelf import Shelf


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LoadTrace(_Arguments):
    """Load a pasted trace, as JSON or as compressed export."""

    trace: str = Field(min_length=2)

    def run(self, shelf: Shelf) -> Any:
        trace = Trace.from_document(decode(self.trace))
        return {"handle": shelf.put(trace), "spans": len(trace.spans)}


class _OnTrace(_Arguments):
    handle: str = Field(pattern=r"^[0-9a-f]{12}$")

    def run(self, shelf: Shelf) -> Any:
        return self.answer(shelf.get(self.handle))

    def answer(self, trace: Trace) -> Any:
        raise NotImplementedError


class SlowestSpans(_OnTrace):
    """Spans with the largest own time."""

    count: int = Field(default=10, ge=1, le=100)

    def answer(self, trace: Trace) -> Any:
        return [_row(span, own=round(time, 6)) for span, time in analysis.slowest(trace, self.count)]


class ErrorSpans(_OnTrace):
    """Spans that ended with an error, in order of time."""

    count: int = Field(default=10, ge=1, le=100)

    def answer(self, trace: Trace) -> Any:
        return [_row(span) for span in analysis.errors(trace, self.count)]


class CriticalPath(_OnTrace):
    """The chain of spans that decided the total time."""

    def answer(self, trace: Trace) -> Any:
        return [_row(span) for span in analysis.critical_path(trace)]


class Services(_OnTrace):
    """Own time per service."""

    def answer(self, trace: Trace) -> Any:
        return analysis.services(trace)


def _row(span: Span, **more: Any) -> dict[str, Any]:
    return {"service": span.service, "name": span.name, "duration": round(span.duration, 6), **more}


TOOLS: dict[str, type[_Arguments]] = {
    "load_trace": LoadTrace,
    "slowest_spans": SlowestSpans,
    "error_spans": ErrorSpans,
    "critical_path": CriticalPath,
    "services": Services,
}
