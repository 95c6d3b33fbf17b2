"""What we pass on from the answers, and nothing else."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _one_line(value: str) -> str:
    return "".join(char for char in value if char.isprintable())[:60]


Label = Annotated[str, AfterValidator(_one_line)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Check(_Record):
    id: int
    name: Label
    interval: int
    state: Literal["up", "down", "paused", "unknown"] = "unknown"


class Sample(_Record):
    at: float
    ok: bool
    milliseconds: float = Field(ge=0)


class AlertRule(_Record):
    id: int
    check_id: int
    metric: Literal["latency", "availability", "certificate"]
    threshold: float
    silenced: bool = False


class AlertEvent(_Record):
    rule_id: int
    raised_at: float
    cleared_at: float | None = None
