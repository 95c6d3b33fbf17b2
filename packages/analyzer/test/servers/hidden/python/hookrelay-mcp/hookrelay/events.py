from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Annotated
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,30}$")]
Value = Annotated[str, Field(max_length=300)] | int | bool


class Event(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=40)]
    data: dict[Key, Value] = Field(default_factory=dict, max_length=20)

    def body(self) -> bytes:
        document = {"id": str(uuid4()), "at": int(time.time()), "kind": self.kind, "data": self.data}
        return json.dumps(document, separators=(",", ":")).encode()


def signature(secret: bytes, body: bytes) -> str:
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
