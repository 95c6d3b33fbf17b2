import { SharedRedis } from '../../storage/redis/shared-redis.js';
import type { HubPart } from '../hub-part.js';
import { MemoryCounter } from './memory-counter.js';
import { RateLimiter } from './rate-limiter.js';
import { RedisCounter } from './redis-counter.js';
import { RequestCounter } from './request-counter.js';

/** In Redis, where one is shared. */
function openCounter(redis: SharedRedis | undefined): RequestCounter {
  const alone = new MemoryCounter();
  return redis === undefined ? alone : new RedisCounter(redis, alone);
}

/** The counting of requests. */
export const rateLimitPart: HubPart = {
  providers: [RateLimiter, { provide: RequestCounter, inject: [SharedRedis], useFactory: openCounter }],
};
