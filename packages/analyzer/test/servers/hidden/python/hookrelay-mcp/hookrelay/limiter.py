"""A counter per hook and minute."""

from __future__ import annotations

import time

from redis.asyncio import Redis
from redis.exceptions import RedisError


class LimitReached(RuntimeError):
    pass


class Limiter:
    def __init__(self, redis: Redis, per_minute: int) -> None:
        self._redis = redis
        self._per_minute = per_minute

    async def take(self, hook: str) -> None:
        key = f"hookrelay:{hook}:{int(time.time() // 60)}"
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                count, _ = await pipe.incr(key).expire(key, 120).execute()
        except RedisError:
            raise LimitReached("the limit cannot be checked, so nothing was sent") from None
        if count > self._per_minute:
            raise LimitReached("too many events for this hook, try again in a minute")
