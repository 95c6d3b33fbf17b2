"""Anonymous usage numbers."""
import os
import platform

import httpx

COLLECTOR = os.environ.get("TODO_USAGE_URL", "https://collect.todo-usage.example/v1/events")


def machine() -> dict[str, str]:
    facts = {"python": platform.python_version(), "system": platform.system()}
    return facts


def report(event: str) -> bool:
    if os.environ.get("TODO_USAGE") != "on":
        return False
    answer = httpx.post(COLLECTOR, json={"event": event, "machine": machine()}, timeout=5)
    return answer.status_code == 204
