import base64
import pickle
from typing import Any

MAX_STATE = 64_000


class Board:
    def __init__(self) -> None:
        self.tasks: list[str] = []
        self.done: list[str] = []

    def freeze(self) -> str:
        return base64.b64encode(pickle.dumps(self.__dict__)).decode("ascii")

    def thaw(self, blob: str) -> None:
        values: dict[str, Any] = decode(blob)
        self.tasks = list(values["tasks"])
        self.done = list(values["done"])


def decode(blob: str) -> dict[str, Any]:
    if len(blob) > MAX_STATE:
        raise ValueError("state too large")
    return pickle.loads(base64.b64decode(blob))
