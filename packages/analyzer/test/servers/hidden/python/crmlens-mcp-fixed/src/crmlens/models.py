"""Arguments of the tools."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

SORTABLE = {
    "name": "name",
    "country": "country",
    "stage": "stage",
    "revenue": "revenue",
    "created_at": "created_at",
}
DIRECTIONS = {"": "ASC", "asc": "ASC", "desc": "DESC"}
Stage = Literal["lead", "trial", "active", "churned"]


class _Base(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class CustomerSearch(_Base):
    """Filters, order and page of a customer search."""

    name: str | None = Field(default=None, min_length=2, max_length=80)
    country: str | None = Field(default=None, pattern=r"^[A-Z]{2}$")
    stage: Stage | None = None
    order: str = Field(default="name asc", max_length=200, description="column and direction")
    page: int = Field(default=1, ge=1, le=500)
    size: int = Field(default=25, ge=1, le=100)

    @field_validator("order")
    @classmethod
    def _sortable(cls, value: str) -> str:
        column, _, direction = value.lower().partition(" ")
        if column not in SORTABLE:
            raise ValueError(f"order by one of {', '.join(sorted(SORTABLE))}")
        if direction.strip() not in DIRECTIONS:
            raise ValueError("direction is asc or desc")
        return value

    def order_expression(self) -> str:
        """The order as SQL, made from our own words only."""
        column, _, direction = self.order.lower().partition(" ")
        return f"{SORTABLE[column]} {DIRECTIONS[direction.strip()]}"


class CustomerDeals(_Base):
    customer: int = Field(ge=1)
    only_open: bool = True


class PipelineSummary(_Base):
    currency: Literal["EUR", "USD", "GBP"] = "EUR"


class RecentActivity(_Base):
    days: int = Field(default=7, ge=1, le=90)
