"""JSON schemas of the arguments."""

from __future__ import annotations

TEXT = {"type": "string", "minLength": 1, "maxLength": 4000}
SHORT = {"type": "string", "maxLength": 300}
TAG = {"type": "string", "pattern": "^[a-z0-9-]{1,30}$"}


def _object(required: tuple[str, ...] = (), **properties: dict) -> dict:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


SCHEMAS: dict[str, dict] = {
    "add_quote": _object(
        ("text", "source"),
        text=TEXT,
        source=SHORT,
        remark={"type": "string", "maxLength": 20000},
        tags={"type": "array", "items": TAG, "maxItems": 10},
    ),
    "find_quotes": _object(words=SHORT, tag=TAG, limit={"type": "integer", "minimum": 1, "maximum": 50}),
    "random_quote": _object(),
    "list_tags": _object(),
    "remove_quote": _object(("id",), id={"type": "integer", "minimum": 1}),
}
