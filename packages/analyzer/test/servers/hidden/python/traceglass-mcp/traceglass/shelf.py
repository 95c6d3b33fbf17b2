"""The last few traces."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from .limits import LIMITS
from .model import Trace


class Shelf:
    def __init__(self) -> None:
        self._traces: OrderedDict[str, Trace] = OrderedDict()

    def put(self, trace: Trace) -> str:
        handle = secrets.token_hex(6)
        self._traces[handle] = trace
        while len(self._traces) > LIMITS.traces:
            self._traces.popitem(last=False)
        return handle

    def get(self, handle: str) -> Trace:
        try:
            self._traces.move_to_end(handle)
            return self._traces[handle]
        except KeyError:
            raise ValueError("unknown handle; load the trace again") from None
