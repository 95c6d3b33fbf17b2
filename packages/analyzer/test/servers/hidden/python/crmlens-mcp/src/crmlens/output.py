"""Rows as text."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    raise TypeError(f"unexpected {type(value).__name__} in a row")


def _tidy(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(char for char in value if char.isprintable())[:80]
    return value


def render(rows: list[dict[str, Any]]) -> str:
    tidy = [{key: _tidy(value) for key, value in row.items()} for row in rows]
    return json.dumps({"rows": tidy, "count": len(tidy)}, default=_plain)
