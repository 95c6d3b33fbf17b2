"""Ranges of pages."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, model_validator


class PageRange(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    first: int = Field(ge=1, le=20_000)
    last: int = Field(ge=1, le=20_000)

    @model_validator(mode="after")
    def _order(self) -> "PageRange":
        if self.last < self.first:
            raise ValueError("last comes before first")
        return self

    def __str__(self) -> str:
        return f"{self.first:d}-{self.last:d}"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    document: str = Field(min_length=5, max_length=240)
    pages: PageRange | None = None
