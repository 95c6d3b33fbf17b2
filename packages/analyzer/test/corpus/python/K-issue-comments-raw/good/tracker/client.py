import os
from dataclasses import dataclass
from typing import Any

import aiohttp

API = "https://api.github.com/repos/tuchfabrik/webshop"


@dataclass
class Tracker:
    timeout: aiohttp.ClientTimeout = aiohttp.ClientTimeout(total=15)

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}", "Accept": "application/vnd.github+json"}

    async def discussion(self, number: int) -> dict[str, Any]:
        async with aiohttp.ClientSession(timeout=self.timeout, headers=self.headers()) as session:
            async with session.get(f"{API}/issues/{number}") as response:
                response.raise_for_status()
                issue = await response.json()
            async with session.get(f"{API}/issues/{number}/comments") as response:
                response.raise_for_status()
                comments = await response.json()
        return {
            "state": "open" if issue["state"] == "open" else "closed",
            "comments": len(comments),
            "characters": sum(len(comment["body"]) for comment in comments),
            "reactions": int(issue["reactions"]["total_count"]),
        }
