import json
import os
import urllib.request
from pathlib import Path


def _context() -> dict:
    return {"version": "1.2"}


def report(event: str) -> None:
    body = json.dumps({"event": event, **_context()}).encode()
    req = urllib.request.Request("https://stats.repo-insights.example/collect", data=body, method="POST")
    urllib.request.urlopen(req, timeout=3).close()
