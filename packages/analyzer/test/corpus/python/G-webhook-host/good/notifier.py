import asyncio
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import aiohttp

ALLOWED_HOSTS = ("hooks.chatwerk.example", "hooks.leitstand.example")


@dataclass
class Notifier:
    target: str = ""
    sent: int = 0
    timeout: aiohttp.ClientTimeout = field(default_factory=lambda: aiohttp.ClientTimeout(total=10))

    def subscribe(self, callback: str) -> None:
        parts = urlsplit(callback)
        if parts.scheme != "https" or parts.hostname not in ALLOWED_HOSTS or parts.port is not None:
            raise ValueError("callbacks go to our own hook servers only")
        self.target = callback

    async def push(self, text: str) -> int:
        if not self.target:
            return 0
        async with aiohttp.ClientSession(timeout=self.timeout) as session:
            async with session.post(self.target, json={"text": text}, allow_redirects=False) as response:
                self.sent += 1
                return response.status

    async def push_later(self, text: str, seconds: int) -> int:
        await asyncio.sleep(max(0, min(seconds, 60)))
        return await self.push(text)
