"""Spans."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from .codec import BadTrace
from .limits import LIMITS


def _word(value: str) -> str:
    return "".join(char for char in value if char.isprintable())[:80]


Word = Annotated[str, AfterValidator(_word)]
SpanId = Annotated[str, Field(pattern=r"^[0-9a-f]{1,32}$")]


class Span(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    id: SpanId
    parent: SpanId | None = None
    service: Word
    name: Word
    start: float = Field(ge=0)
    end: float = Field(ge=0)
    status: Literal["ok", "error", "unset"] = "unset"

    @property
    def duration(self) -> float:
        return max(0.0, self.end - self.start)


class Trace:
    """Spans with their children."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = {span.id: span for span in spans}
        self.children: dict[str, list[Span]] = {}
        for span in self.spans.values():
            if span.parent in self.spans:
                self.children.setdefault(span.parent, []).append(span)
        self.roots = [span for span in self.spans.values() if span.parent not in self.spans]

    @classmethod
    def from_document(cls, document: Any) -> "Trace":
        rows = document.get("spans") if isinstance(document, dict) else None
        if not isinstance(rows, list) or not rows:
            raise BadTrace("the trace has no spans")
        try:
            return cls([Span.model_validate(row) for row in LIMITS.check_spans(rows)])
        except ValidationError as error:
            raise BadTrace(f"{error.error_count()} problems in the spans") from None
