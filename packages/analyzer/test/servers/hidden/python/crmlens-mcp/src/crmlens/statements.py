"""Building SELECT statements from parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def like_prefix(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped + "%"


@dataclass
class Select:
    """A small builder; values always travel as parameters."""

    columns: str
    source: str
    conditions: list[str] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)
    tail: list[str] = field(default_factory=list)

    def where(self, condition: str, **parameters: Any) -> "Select":
        self.conditions.append(condition)
        self.parameters.update(parameters)
        return self

    def where_if(self, value: Any, condition: str, name: str) -> "Select":
        return self if value is None else self.where(condition, **{name: value})

    def order_by(self, expression: str) -> "Select":
        self.tail.append(f"ORDER BY {expression}, id")
        return self

    def page(self, number: int, size: int) -> "Select":
        self.tail.append("LIMIT :size OFFSET :skip")
        self.parameters.update(size=size, skip=(number - 1) * size)
        return self

    def sql(self) -> str:
        where = " AND ".join(self.conditions) or "TRUE"
        return " ".join([f"SELECT {self.columns} FROM {self.source} WHERE {where}", *self.tail])
