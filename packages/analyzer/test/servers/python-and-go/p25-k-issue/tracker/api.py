import os
import httpx


class Api:
    base = "https://tracker.example.com/api"

    def __init__(self):
        self.client = httpx.Client(timeout=10, headers={"Authorization": f"Bearer {os.environ['TRACKER_TOKEN']}"})

    def page(self, slug_id: int) -> str:
        r = self.client.get(f"{self.base}/pages/{slug_id}/html")
        r.raise_for_status()
        return r.text[:50_000]
