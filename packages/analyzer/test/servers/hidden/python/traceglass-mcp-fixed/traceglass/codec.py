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


def _unpack(text: str, limits: Limits) -> bytes:
    try:
        packed = base64.b64decode(text, validate=True)
        stream = zlib.decompressobj()
        raw = stream.decompress(packed, limits.document + 1)
    except (binascii.Error, zlib.error):
        raise BadTrace("neither JSON nor compressed JSON") from None
    limits.check_document(raw)
    if not stream.eof:
        raise BadTrace("the compressed trace is incomplete")
    return raw


def decode(text: str, limits: Limits = LIMITS) -> Any:
    text = limits.check_encoded(text).strip()
    raw = text.encode() if text.startswith("{") else _unpack(text, limits)
    try:
        return json.loads(limits.check_document(raw))
    except (ValueError, RecursionError):
        raise BadTrace("the trace is not valid JSON") from None
