import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { Metrics } from '../../src/common/operation/metrics.js';
import { MemoryCounter } from '../../src/storage/counters/memory-counter.js';
import { RedisCounter } from '../../src/storage/counters/redis-counter.js';
import { RequestCounter, type Count, type Quota } from '../../src/storage/counters/request-counter.js';
import { openSharedRedis } from '../../src/storage/redis/open-shared-redis.js';

const MINUTE = 60_000;
const QUOTA: Quota = { limit: 200, windowMs: MINUTE };
const redisUrl = process.env['TEST_REDIS_URL'];

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Replaces the local counter when Redis must respond. */
class NoCounter extends RequestCounter {
  hitAll(): Promise<Count[]> {
    return Promise.reject(new Error('Redis is there'));
  }

  peek(): Promise<Count> {
    return Promise.reject(new Error('Redis is there'));
  }
}

type Clock = () => number;

/** The counter of a server; servers with the same prefix share counts. */
async function onRedis(url: string, prefix: string, now?: Clock): Promise<RequestCounter> {
  const redis = await openSharedRedis({ redis: { url, prefix } }, pino({ level: 'silent' }), new Metrics());
  if (redis === undefined) throw new Error('a Redis is configured');
  closers.push(() => redis.onApplicationShutdown());
  return new RedisCounter(redis, new NoCounter(), now);
}

const newPrefix = (): string => `test-${randomUUID()}`;

type Open = (now?: Clock) => Promise<RequestCounter>;
const counters: [string, Open][] = [
  ['in the process', (now) => Promise.resolve(new MemoryCounter(now))],
  ...(redisUrl === undefined
    ? []
    : [['in Redis', (now) => onRedis(redisUrl, newPrefix(), now)] as [string, Open]]),
];

describe.each(counters)('a sliding window %s', (_name, open) => {
  it('counts each hit, and returns when the whole limit is available again', async () => {
    const counter = await open();
    for (const remaining of [199, 198, 197]) {
      const count = await counter.hit('a', QUOTA);
      expect(count).toMatchObject({ accepted: true, remaining, retryAfterMs: 0 });
      expect(count.resetAfterMs).toBeGreaterThan(50_000);
      expect(count.resetAfterMs).toBeLessThanOrEqual(MINUTE);
    }
  });

  it('accepts exactly the limit of two hundred and fifty concurrent hits', async () => {
    const counter = await open();
    const counts = await Promise.all(Array.from({ length: 250 }, () => counter.hit('a', QUOTA)));
    const accepted = counts.filter((count) => count.accepted);
    expect(accepted.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_unused, n) => n),
    );
  });

  it.each([
    ['of an IPv6 network', 'network:2001:db8:0:0::/64'],
    ['of no address', 'network:'],
    ['of odd characters', 'user:ünï\u0000\r\n'],
    ['of great length', 'x'.repeat(5000)],
  ])('is separate for each key, such as one %s', async (_what, key) => {
    const counter = await open();
    await counter.hit('other', QUOTA);
    expect((await counter.hit(key, QUOTA)).remaining).toBe(199);
    expect((await counter.hit(key, QUOTA)).remaining).toBe(198);
  });

  it('has no boundary at which twice the limit is accepted', async () => {
    let now = 1_700_000_000_000;
    const counter = await open(() => now);
    const limited = { limit: 15, windowMs: MINUTE };
    const burst = async (): Promise<number> => {
      let accepted = 0;
      for (let n = 0; n < 15; n += 1) accepted += Number((await counter.hit('a', limited)).accepted);
      return accepted;
    };
    await counter.hit('a', limited);
    now += 59_900;
    expect(await burst()).toBe(14);
    now += 200;
    expect(await burst()).toBe(1);
    now += 59_799;
    expect(await counter.hit('a', limited)).toMatchObject({ accepted: false, retryAfterMs: 1 });
    now += 1;
    expect(await burst()).toBe(14);
  });

  it('counts a hit of several keys for all of them, or for none beyond the limit of one', async () => {
    const counter = await open();
    const of = (key: string, limit: number) => ({ key, quota: { limit, windowMs: MINUTE } });
    const all = (other: string) => counter.hitAll([of(other, 3), of('shared', 4)]);
    const seen = async (other: string) =>
      (await all(other)).map(({ accepted, remaining }) => [accepted, remaining]);
    expect(await seen('a')).toEqual([
      [true, 2],
      [true, 3],
    ]);
    await all('a');
    await all('a');
    expect(await seen('a')).toEqual([
      [false, 0],
      [true, 1],
    ]);
    expect(await seen('b')).toEqual([
      [true, 2],
      [true, 0],
    ]);
    expect(await seen('c')).toEqual([
      [true, 3],
      [false, 0],
    ]);
    expect(await seen('a')).toEqual([
      [false, 0],
      [false, 0],
    ]);
  });

  it('has exact windows for the smallest of the limits that a key is counted with', async () => {
    let now = 1_700_000_000_000;
    const counter = await open(() => now);
    const quota = (limit: number): Quota => ({ limit, windowMs: MINUTE, smallestLimit: 10 });
    for (let hit = 0; hit < 50; hit += 1) {
      await counter.hit('a', quota(1000));
      now += 1000;
    }
    // One hit a second: the 41st leaves the window a minute after it was made.
    expect(await counter.hit('a', quota(10))).toMatchObject({ accepted: false, retryAfterMs: 50_000 });
    now += 50_000;
    expect((await counter.hit('a', quota(10))).accepted).toBe(true);
  });

  it('can be read without counting', async () => {
    let now = 1_700_000_000_000;
    const counter = await open(() => now);
    const one = { limit: 1, windowMs: MINUTE };
    const free = { accepted: true, remaining: 1, retryAfterMs: 0, resetAfterMs: 0 };
    expect([await counter.peek('a', one), await counter.peek('a', one)]).toEqual([free, free]);
    await counter.hit('a', one);
    now += 1000;
    expect(await counter.peek('a', one)).toEqual({
      accepted: false,
      remaining: 0,
      retryAfterMs: 59_000,
      resetAfterMs: 59_000,
    });
    now += 59_000;
    expect(await counter.peek('a', one)).toEqual(free);
  });

  it('keeps its counts when the limit changes', async () => {
    let now = 1_700_000_000_000;
    const counter = await open(() => now);
    const within = (limit: number): Quota => ({ limit, windowMs: MINUTE });
    for (let n = 0; n < 100; n += 1) await counter.hit('a', within(5000));
    now += 1000;
    expect(await counter.hit('a', within(30))).toMatchObject({ accepted: false, retryAfterMs: 59_000 });
    expect(await counter.hit('a', within(300))).toMatchObject({ accepted: true, remaining: 199 });
    expect(await counter.hit('a', within(0))).toMatchObject({ accepted: false, retryAfterMs: MINUTE });
    now += 59_000;
    expect(await counter.hit('a', within(30))).toMatchObject({ accepted: true, remaining: 28 });
  });

  it('never accepts more than 110 % of the limit in a window, refuses no one below the limit, and returns correct times', async () => {
    const gaps = fc.array(
      fc.oneof(
        fc.constant('retry' as const),
        fc.constant(0),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 0, max: 12_000 }),
      ),
      { maxLength: 150, size: 'max' },
    );
    let now = 1_700_000_000_000;
    const counter = await open(() => now);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), gaps, async (limit, arrivals) => {
        const quota = { limit, windowMs: 10_000 };
        const key = randomUUID();
        const accepted: number[] = [];
        let last: Count = await counter.peek(key, quota);
        for (const gap of arrivals) {
          const isRetry = gap === 'retry';
          if (isRetry && last.retryAfterMs > 0) {
            now += last.retryAfterMs - 1;
            expect((await counter.peek(key, quota)).accepted).toBe(false);
            now += 1;
          } else if (!isRetry) now += gap;
          const count = await counter.hit(key, quota);
          const before = accepted.filter((at) => at > now - quota.windowMs).length;
          if (isRetry || last.remaining > 0) expect(count.accepted).toBe(true);
          if (count.accepted) {
            accepted.push(now);
            expect(before + 1).toBeLessThanOrEqual(limit + limit / 10);
          } else {
            expect(before).toBeGreaterThanOrEqual(limit);
            expect(count.retryAfterMs).toBeGreaterThan(0);
          }
          last = count;
        }
        now += last.resetAfterMs;
        expect((await counter.peek(key, quota)).remaining).toBe(limit);
      }),
      { numRuns: 60 },
    );
  });
});

if (redisUrl !== undefined) {
  describe('a sliding window in Redis', () => {
    it('is shared by all servers: of two hundred and fifty concurrent hits at two of them, two hundred are accepted', async () => {
      const prefix = newPrefix();
      const servers = [await onRedis(redisUrl, prefix), await onRedis(redisUrl, prefix)] as const;
      const counts = await Promise.all(
        Array.from({ length: 250 }, (_unused, n) => servers[n % 2 === 0 ? 0 : 1].hit('a', QUOTA)),
      );
      const accepted = counts.filter((count) => count.accepted);
      expect(new Set(accepted.map(({ remaining }) => remaining)).size).toBe(200);
      expect(accepted).toHaveLength(200);
    });

    it('continues when a server restarts', async () => {
      const prefix = newPrefix();
      await (await onRedis(redisUrl, prefix)).hit('a', QUOTA);
      closers.pop()?.();
      expect((await (await onRedis(redisUrl, prefix)).hit('a', QUOTA)).remaining).toBe(198);
    });

    it('is separate for another installation', async () => {
      await (await onRedis(redisUrl, newPrefix())).hit('a', QUOTA);
      expect((await (await onRedis(redisUrl, newPrefix())).hit('a', QUOTA)).remaining).toBe(199);
    });

    it('expires, even after its expiry was removed', async () => {
      const prefix = newPrefix();
      const counter = await onRedis(redisUrl, prefix);
      await counter.hit('a', QUOTA);
      const redis = await openSharedRedis(
        { redis: { url: redisUrl, prefix } },
        pino({ level: 'silent' }),
        new Metrics(),
      );
      closers.push(() => redis?.onApplicationShutdown());
      await redis?.tryCommand((connection) => connection.persist(`${prefix}:window:a`));
      expect(await counter.hit('a', QUOTA)).toMatchObject({ remaining: 198 });
      expect(await redis?.tryCommand((connection) => connection.pttl(`${prefix}:window:a`))).toBeGreaterThan(
        0,
      );
    });
  });
}
