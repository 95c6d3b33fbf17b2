from typing import Any


def cheaper_than(limit: float) -> dict[str, Any]:
    return {"$expr": {"$lt": [{"$subtract": ["$price", "$discount"]}, limit]}}


def in_stock() -> dict[str, Any]:
    return {"$where": "this.stock - this.reserved > 0"}
