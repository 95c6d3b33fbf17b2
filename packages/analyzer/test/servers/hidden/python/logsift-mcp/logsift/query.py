"""What to look for."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class Query(BaseModel):
    model_config = ConfigDict(extra="forbid")

    mode: Literal["words", "prefix", "field", "shape"] = "words"
    text: str = Field(min_length=1, max_length=160)
    level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] | None = None
    limit: int = Field(default=50, ge=1, le=200)

    @field_validator("text")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if not value.isprintable():
            raise ValueError("one line of printable text, please")
        return value
