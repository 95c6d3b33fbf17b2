from typing import Any


def cheaper_than(limit: str) -> dict[str, Any]:
    return {"$where": f"this.price - this.discount < {limit}"}


def in_stock() -> dict[str, Any]:
    return {"$where": "this.stock - this.reserved > 0"}
