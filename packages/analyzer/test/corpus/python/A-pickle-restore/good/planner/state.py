import json
from typing import Any

from pydantic import BaseModel, Field

MAX_STATE = 64_000


class Saved(BaseModel):
    tasks: list[str] = Field(default_factory=list, max_length=500)
    done: list[str] = Field(default_factory=list, max_length=500)


class Board:
    def __init__(self) -> None:
        self.tasks: list[str] = []
        self.done: list[str] = []

    def freeze(self) -> str:
        return json.dumps({"tasks": self.tasks, "done": self.done})

    def thaw(self, blob: str) -> None:
        saved = Saved.model_validate(decode(blob))
        self.tasks = saved.tasks
        self.done = saved.done


def decode(blob: str) -> dict[str, Any]:
    if len(blob) > MAX_STATE:
        raise ValueError("state too large")
    return json.loads(blob)
