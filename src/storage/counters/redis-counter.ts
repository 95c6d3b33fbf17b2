import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedRedis } from '../redis/shared-redis.js';
import { RequestCounter, type Count, type Quota } from './request-counter.js';

/**
 * `sliding-window.ts` in Lua, in one atomic step. A key holds `[start, hits, start, hits, …]`, the oldest group first.
 * Times are read from the clock of Redis, which all servers share, unless ARGV[4] passes one. If that clock is set
 * back, no caller waits longer than a window.
 */
const SCRIPT = `
  local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local stored = redis.call('GET', KEYS[1])
  local groups, total = {}, 0
  if stored then
    local all = cmsgpack.unpack(stored)
    for i = 1, #all, 2 do
      local start = math.min(all[i], now)
      if start > now - window then
        groups[#groups + 1] = start
        groups[#groups + 1] = all[i + 1]
        total = total + all[i + 1]
      end
    end
  end
  local accepted = 0
  if total < limit then
    accepted = 1
    if ARGV[3] == '1' then
      local last = #groups
      if last > 0 and groups[last] < math.max(1, math.floor(limit / 10)) then
        groups[last] = groups[last] + 1
      else
        groups[last + 1] = now
        groups[last + 2] = 1
      end
      total = total + 1
      redis.call('SET', KEYS[1], cmsgpack.pack(groups), 'PX', window)
    end
  end
  local retry = 0
  if total >= limit then
    retry = window
    local freed = 0
    for i = 1, #groups, 2 do
      freed = freed + groups[i + 1]
      if total - freed < limit then
        retry = groups[i] + window - now
        break
      end
    end
  end
  local reset = 0
  if #groups > 0 then reset = groups[#groups - 1] + window - now end
  return {accepted, math.max(0, limit - total), retry, reset}`;

const SHA1 = createHash('sha1').update(SCRIPT).digest('hex');

/**
 * Counts in Redis, for all servers that share it (hub contract 16). While Redis is unreachable, each server counts
 * separately: a request never fails, and hardly waits, because of the counter.
 */
export class RedisCounter extends RequestCounter {
  /**
   * @param fallback counts while Redis is unreachable
   * @param now milliseconds; by default the clock of Redis
   */
  constructor(
    private readonly redis: SharedRedis,
    private readonly fallback: RequestCounter,
    private readonly now?: () => number,
  ) {
    super();
  }

  async hit(key: string, quota: Quota): Promise<Count> {
    return (await this.run(key, quota, '1')) ?? this.fallback.hit(key, quota);
  }

  async peek(key: string, quota: Quota): Promise<Count> {
    return (await this.run(key, quota, '0')) ?? this.fallback.peek(key, quota);
  }

  private async run(key: string, { limit, windowMs }: Quota, add: '0' | '1'): Promise<Count | undefined> {
    const name = `${this.redis.prefix}:window:${key}`;
    const args = [limit, windowMs, add, this.now?.() ?? ''];
    const answer = await this.redis.tryCommand((redis) => evaluate(redis, name, args));
    if (answer === undefined) return undefined;
    const [accepted, remaining, retryAfterMs, resetAfterMs] = answer;
    return { accepted: accepted === 1, remaining, retryAfterMs, resetAfterMs };
  }
}

/** Sends the script itself only if Redis does not have it yet (EVALSHA). */
async function evaluate(
  redis: Redis,
  key: string,
  args: readonly (string | number)[],
): Promise<[number, number, number, number]> {
  const answer = redis.evalsha(SHA1, 1, key, ...args).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
      return redis.eval(SCRIPT, 1, key, ...args);
    }
    throw error;
  });
  return (await answer) as [number, number, number, number];
}
