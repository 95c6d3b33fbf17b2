import type { SharedRedis } from '../redis/shared-redis.js';
import { MemoryCounter } from './memory-counter.js';
import { RedisCounter } from './redis-counter.js';
import type { RequestCounter } from './request-counter.js';

/** The counter in Redis where one is configured, otherwise the one of this process. */
export function openRequestCounter(redis: SharedRedis | undefined): RequestCounter {
  const local = new MemoryCounter();
  return redis === undefined ? local : new RedisCounter(redis, local);
}
