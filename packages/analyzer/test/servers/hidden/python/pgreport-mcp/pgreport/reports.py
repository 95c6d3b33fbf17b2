"""The reports. SQL is made of the constants in this module only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Parameters(BaseModel):
    model_config = ConfigDict(extra="forbid")

    since: date
    until: date
    descending: bool = False
    limit: int = Field(default=50, ge=1, le=500)

    @model_validator(mode="after")
    def _period(self) -> "Parameters":
        if not 0 <= (self.until - self.since).days <= 731:
            raise ValueError("the period has to be between 0 days and two years")
        return self


class SalesParameters(Parameters):
    country: str | None = Field(default=None, pattern=r"^[A-Z]{2}$")
    sort: Literal["day", "orders", "revenue"] = "day"


class ProductParameters(Parameters):
    name_prefix: str = Field(default="", max_length=40)
    sort: Literal["product", "units", "revenue"] = "units"


class ReturnParameters(Parameters):
    sort: Literal["reason", "returns"] = "returns"


@dataclass(frozen=True)
class Report:
    title: str
    model: type[Parameters]
    select: str
    columns: dict[str, str] = field(default_factory=dict)

    def statement(self, parameters: Parameters) -> str:
        # a key of our table, not the text of the caller, ends up in the statement
        column = self.columns[parameters.sort]
        direction = "DESC" if parameters.descending else "ASC"
        return f"{self.select} ORDER BY {column} {direction} LIMIT $3"

    def values(self, parameters: Parameters) -> Sequence[Any]:
        head = [parameters.since, parameters.until, parameters.limit]
        match parameters:
            case SalesParameters():
                return [*head, parameters.country]
            case ProductParameters():
                return [*head, _like(parameters.name_prefix)]
            case _:
                return head


def _like(prefix: str) -> str:
    for char in "\\%_":
        prefix = prefix.replace(char, "\\" + char)
    return prefix + "%"


REPORTS: dict[str, Report] = {
    "sales_by_day": Report(
        "Orders and revenue per day",
        SalesParameters,
        "SELECT day, orders, revenue FROM report.sales_by_day"
        " WHERE day BETWEEN $1 AND $2 AND ($4::text IS NULL OR country = $4)",
        {"day": "day", "orders": "orders", "revenue": "revenue"},
    ),
    "top_products": Report(
        "Units and revenue per product",
        ProductParameters,
        "SELECT sku, sum(units) AS units, sum(revenue) AS revenue FROM report.product_sales"
        " WHERE day BETWEEN $1 AND $2 AND name ILIKE $4 GROUP BY sku",
        {"product": "sku", "units": "units", "revenue": "revenue"},
    ),
    "returns": Report(
        "Returns by reason code",
        ReturnParameters,
        "SELECT reason_code, count(*) AS returns FROM report.returned_items"
        " WHERE day BETWEEN $1 AND $2 GROUP BY reason_code",
        {"reason": "reason_code", "returns": "returns"},
    ),
}
