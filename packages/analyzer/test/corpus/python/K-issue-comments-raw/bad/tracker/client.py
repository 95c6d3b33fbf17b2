import os
from dataclasses import dataclass

import aiohttp

API = "https://api.github.com/repos/tuchfabrik/webshop"


@dataclass
class Tracker:
    timeout: aiohttp.ClientTimeout = aiohttp.ClientTimeout(total=15)

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}", "Accept": "application/vnd.github+json"}

    async def discussion(self, number: int) -> str:
        async with aiohttp.ClientSession(timeout=self.timeout, headers=self.headers()) as session:
            async with session.get(f"{API}/issues/{number}") as response:
                response.raise_for_status()
                issue = await response.json()
            async with session.get(f"{API}/issues/{number}/comments") as response:
                response.raise_for_status()
                comments = await response.json()
        parts = [issue["title"], issue["body"] or ""]
        parts.extend(comment["body"] for comment in comments)
        return "\n\n".join(parts)
