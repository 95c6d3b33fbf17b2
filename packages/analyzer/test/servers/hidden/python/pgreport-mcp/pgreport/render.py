from __future__ import annotations

import csv
import io
from typing import Any


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    text = "".join(char for char in text if char.isprintable())[:60]
    return "'" + text if text[:1] in ("=", "@") else text


def as_csv(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "no rows"
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0].keys())
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return stream.getvalue()
