"""From the pasted text to a document."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from .limits import LIMITS, Limits


class BadTrace(ValueError):
    pass


def _unpack(text: str) -> bytes:
    try:
        packed = base64.b64decode(text, validate=True)
        return zlib.decompress(packed)
    except (binascii.Error, zlib.error):
        raise BadTrace("neither JSON nor compressed JSON") from None


def decode(text: str, limits: Limits = LIMITS) -> Any:
    text = limits.check_encoded(text).strip()
    raw = text.encode() if text.startswith("{") else _unpack(text)
    try:
        return json.loads(limits.check_document(raw))
    except (ValueError, RecursionError):
        raise BadTrace("the trace is not valid JSON") from None
