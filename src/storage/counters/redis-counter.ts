import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedRedis } from '../redis/shared-redis.js';
import { RequestCounter, type Count, type Hit, type Quota } from './request-counter.js';
import { groupSize } from './sliding-window.js';

/**
 * `sliding-window.ts` in Lua, in one atomic step for all keys. A key holds `[start, hits, start, hits, …]`, the oldest
 * group first. Times are read from the clock of Redis, which all servers share, unless ARGV[2] passes one. If that clock
 * is set back, no caller waits longer than a window. From ARGV[3] on, each key has a limit, a window and the size of a group.
 */
const SCRIPT = `
  local add, now = ARGV[1] == '1', tonumber(ARGV[2])
  if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  local states, allowed = {}, true
  for k = 1, #KEYS do
    local limit, window = tonumber(ARGV[3 * k]), tonumber(ARGV[3 * k + 1])
    local stored = redis.call('GET', KEYS[k])
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
    allowed = allowed and total < limit
    states[k] = {groups = groups, total = total, accepted = total < limit and 1 or 0}
  end
  local answer = {}
  for k = 1, #KEYS do
    local limit, window = tonumber(ARGV[3 * k]), tonumber(ARGV[3 * k + 1])
    local groups, total = states[k].groups, states[k].total
    if add and allowed then
      local last = #groups
      if last > 0 and groups[last] < tonumber(ARGV[3 * k + 2]) then
        groups[last] = groups[last] + 1
      else
        groups[last + 1] = now
        groups[last + 2] = 1
      end
      total = total + 1
      redis.call('SET', KEYS[k], cmsgpack.pack(groups), 'PX', window)
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
    for _, value in ipairs({states[k].accepted, math.max(0, limit - total), retry, reset}) do
      answer[#answer + 1] = value
    end
  end
  return answer`;

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

  async hitAll(hits: readonly Hit[]): Promise<Count[]> {
    return (await this.run(hits, '1')) ?? this.fallback.hitAll(hits);
  }

  async peek(key: string, quota: Quota): Promise<Count> {
    const [count] = (await this.run([{ key, quota }], '0')) ?? [];
    return count ?? this.fallback.peek(key, quota);
  }

  private async run(hits: readonly Hit[], add: '0' | '1'): Promise<Count[] | undefined> {
    const names = hits.map(({ key }) => `${this.redis.prefix}:window:${key}`);
    const quotas = hits.flatMap(({ quota }) => [quota.limit, quota.windowMs, groupSize(quota)]);
    const args = [add, this.now?.() ?? '', ...quotas];
    const answer = await this.redis.tryCommand((redis) => evaluate(redis, names, args));
    return answer === undefined ? undefined : hits.map((_hit, index) => countIn(answer, index * VALUES));
  }
}

const VALUES = 4;

/** The state of a key in the answer of the script. */
function countIn(answer: readonly number[], from: number): Count {
  const [accepted, remaining = 0, retryAfterMs = 0, resetAfterMs = 0] = answer.slice(from, from + VALUES);
  return { accepted: accepted === 1, remaining, retryAfterMs, resetAfterMs };
}

/** Sends the script itself only if Redis does not have it yet (EVALSHA). */
async function evaluate(
  redis: Redis,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<number[]> {
  const answer = redis.evalsha(SHA1, keys.length, ...keys, ...args).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
      return redis.eval(SCRIPT, keys.length, ...keys, ...args);
    }
    throw error;
  });
  return (await answer) as number[];
}
