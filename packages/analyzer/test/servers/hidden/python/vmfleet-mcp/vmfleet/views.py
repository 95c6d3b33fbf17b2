"""Narrow records made from answers of the API."""

from __future__ import annotations

from typing import Any

_NAME_LIMIT = 63


def _name(value: object) -> str:
    return "".join(char for char in str(value or "") if char.isalnum() or char in "-_.")[:_NAME_LIMIT]


def _number(value: object) -> float:
    return round(float(value), 3) if isinstance(value, (int, float)) else 0.0


def node(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "node": _name(row.get("node")),
        "online": row.get("status") == "online",
        "cpu": _number(row.get("cpu")),
        "memory": _number(row.get("mem")),
        "memory_total": _number(row.get("maxmem")),
    }


def machine(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": int(row.get("vmid") or 0),
        "name": _name(row.get("name")),
        "running": row.get("status") == "running",
        "cpu": _number(row.get("cpu")),
        "memory": _number(row.get("mem")),
        "uptime": _number(row.get("uptime")),
    }


def snapshot(row: dict[str, Any]) -> dict[str, Any]:
    return {"name": _name(row.get("name")), "taken_at": _number(row.get("snaptime"))}
