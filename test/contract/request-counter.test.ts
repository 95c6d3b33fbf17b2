import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from '../../src/common/operation/metrics.js';
import { MemoryCounter } from '../../src/hub/rate-limit/memory-counter.js';
import { RedisCounter } from '../../src/hub/rate-limit/redis-counter.js';
import { RequestCounter, type Count } from '../../src/hub/rate-limit/request-counter.js';
import { openSharedRedis } from '../../src/storage/redis/open-shared-redis.js';
import { eventually } from '../support/stored-artifacts.js';

const MINUTE = 60_000;
const redisUrl = process.env['TEST_REDIS_URL'];

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Stands where nothing may be counted. */
class NoCounter extends RequestCounter {
  hit(): Promise<Count> {
    return Promise.reject(new Error('Redis is there'));
  }
}

/** The counter of a server; those of one prefix share their counts. */
async function onRedis(url: string, prefix: string): Promise<RequestCounter> {
  const redis = await openSharedRedis({ redis: { url, prefix } }, pino({ level: 'silent' }), new Metrics());
  if (redis === undefined) throw new Error('a Redis is configured');
  closers.push(() => redis.onApplicationShutdown());
  return new RedisCounter(redis, new NoCounter());
}

const newPrefix = (): string => `test-${randomUUID()}`;

type Open = () => Promise<RequestCounter>;
const counters: [string, Open][] = [
  ['in the process', () => Promise.resolve(new MemoryCounter())],
  ...(redisUrl === undefined ? [] : [['in Redis', () => onRedis(redisUrl, newPrefix())] as [string, Open]]),
];

describe.each(counters)('a count of requests %s', (_name, open) => {
  it('goes up by one with each hit, and says when its window ends', async () => {
    const counter = await open();
    for (const hits of [1, 2, 3]) {
      const count = await counter.hit('a', MINUTE);
      expect(count.hits).toBe(hits);
      expect(count.secondsLeft).toBeGreaterThan(50);
      expect(count.secondsLeft).toBeLessThanOrEqual(60);
    }
  });

  it('is exact for two hundred at once: 1 to 200', async () => {
    const counter = await open();
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.hit('a', MINUTE)));
    expect(counts.map(({ hits }) => hits).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_unused, n) => n + 1),
    );
  });

  it.each(['network:2001:db8:0:0::/64', 'network:', 'user:ünï\u0000\r\n', 'x'.repeat(5000)])(
    'is one for each key, such as %j',
    async (key) => {
      const counter = await open();
      await counter.hit('other', MINUTE);
      expect((await counter.hit(key, MINUTE)).hits).toBe(1);
      expect((await counter.hit(key, MINUTE)).hits).toBe(2);
    },
  );

  it('begins anew when its window has ended, whether somebody has hit meanwhile or not', async () => {
    const counter = await open();
    let most = 0;
    await eventually(async () => {
      const { hits, secondsLeft } = await counter.hit('a', 100);
      expect(secondsLeft).toBe(1);
      const isNew = hits < most;
      if (isNew) expect(hits).toBe(1);
      most = Math.max(most, hits);
      return isNew;
    });
  });
});

if (redisUrl !== undefined) {
  describe('a count of requests in Redis', () => {
    it('is one for all servers: two hundred at once at two of them are 1 to 200', async () => {
      const prefix = newPrefix();
      const servers = [await onRedis(redisUrl, prefix), await onRedis(redisUrl, prefix)] as const;
      const counts = await Promise.all(
        Array.from({ length: 200 }, (_unused, n) => servers[n % 2 === 0 ? 0 : 1].hit('a', MINUTE)),
      );
      expect(new Set(counts.map(({ hits }) => hits)).size).toBe(200);
      expect(Math.max(...counts.map(({ hits }) => hits))).toBe(200);
    });

    it('goes on when a server starts again', async () => {
      const prefix = newPrefix();
      await (await onRedis(redisUrl, prefix)).hit('a', MINUTE);
      closers.pop()?.();
      expect((await (await onRedis(redisUrl, prefix)).hit('a', MINUTE)).hits).toBe(2);
    });

    it('is another for another installation', async () => {
      await (await onRedis(redisUrl, newPrefix())).hit('a', MINUTE);
      expect((await (await onRedis(redisUrl, newPrefix())).hit('a', MINUTE)).hits).toBe(1);
    });

    it('has an end, even when somebody has taken it away', async () => {
      const prefix = newPrefix();
      const counter = await onRedis(redisUrl, prefix);
      await counter.hit('a', MINUTE);
      const redis = await openSharedRedis(
        { redis: { url: redisUrl, prefix } },
        pino({ level: 'silent' }),
        new Metrics(),
      );
      closers.push(() => redis?.onApplicationShutdown());
      await redis?.ask((connection) => connection.persist(`${prefix}:hits:a`));
      expect(await counter.hit('a', MINUTE)).toEqual({ hits: 2, secondsLeft: 60 });
      expect(await redis?.ask((connection) => connection.pttl(`${prefix}:hits:a`))).toBeGreaterThan(0);
    });
  });
}
