import type { SharedRedis } from '../../storage/redis/shared-redis.js';
import { RequestCounter, type Count } from './request-counter.js';

// In one step, so that no key is ever without an end, and no two hits are the same one.
const HIT = `
  local hits = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {hits, left}`;

/**
 * Counts in Redis, for all servers that share it (decisions, hub 16). While Redis is away each server counts for itself: a
 * request never fails, and hardly waits, for want of a count.
 */
export class RedisCounter extends RequestCounter {
  /** @param alone counts while Redis is away */
  constructor(
    private readonly redis: SharedRedis,
    private readonly alone: RequestCounter,
  ) {
    super();
  }

  async hit(key: string, windowMs: number): Promise<Count> {
    const name = `${this.redis.prefix}:hits:${key}`;
    const counted = await this.redis.ask((redis) => redis.eval(HIT, 1, name, windowMs));
    if (counted === undefined) return this.alone.hit(key, windowMs);
    const [hits, leftMs] = counted as [number, number];
    return { hits, secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
  }
}
