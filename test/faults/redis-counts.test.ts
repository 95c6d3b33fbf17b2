import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from '../../src/common/operation/metrics.js';
import type { SharedRedis } from '../../src/storage/redis/shared-redis.js';
import { openSharedRedis } from '../../src/storage/redis/open-shared-redis.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const LIMIT = 1000;
/** The longest that a request waits for Redis. */
const PATIENCE_MS = 250;

const redisUrl = new URL(process.env['TEST_REDIS_URL'] ?? '');

let proxy: TcpProxy;
let prefix: string;
const closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  proxy = await TcpProxy.to(redisUrl.hostname, Number(redisUrl.port || 6379));
  prefix = `test-${randomUUID()}`;
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await proxy.close();
});

async function start(): Promise<TestApp> {
  const t = await startTestApp({
    REDIS_URL: proxy.inFrontOf(redisUrl.href),
    REDIS_PREFIX: prefix,
    RATE_LIMIT_ANONYMOUS: String(LIMIT),
  });
  closers.push(() => t.close());
  return t;
}

/** The number of requests counted in this minute, including this one. */
async function count(t: TestApp): Promise<number> {
  const { status, headers } = await t.actors.anonymous.get('/api/v1/me');
  expect(status).toBe(401);
  return LIMIT - Number(headers.get('x-ratelimit-remaining'));
}

describe('request counts', () => {
  it('are shared by servers from their first request on', async () => {
    const [one, other] = [await start(), await start()];
    expect([await count(one), await count(other), await count(one)]).toEqual([1, 2, 3]);
  });

  it.each(['refuse', 'hang'] as const)(
    'are local to each server while Redis would %s, and shared again afterward: no request fails',
    async (mode) => {
      const t = await start();
      expect([await count(t), await count(t)]).toEqual([1, 2]);
      proxy.mode = mode;
      if (mode === 'refuse') proxy.cut();
      const before = performance.now();
      const alone = [];
      for (let n = 1; n <= 20; n += 1) alone.push(await count(t));
      expect(alone).toEqual(Array.from({ length: 20 }, (_unused, n) => n + 1));
      // At most one of them has waited; twenty would have taken longer.
      expect(performance.now() - before).toBeLessThan(20 * PATIENCE_MS);
      expect((await t.actors.anonymous.get('/readyz')).body).toMatchObject({
        status: 'degraded',
        checks: { database: 'ok', cache: 'failed' },
      });
      proxy.mode = 'pass';
      let shared = 0;
      await eventually(async () => (shared = await count(t)) < 20);
      expect(shared).toBe(3);
      await eventually(async () => (await t.actors.anonymous.get('/readyz')).body.status === 'ready');
    },
  );

  it.each(['refuse', 'hang'] as const)('work in a server that starts while Redis would %s', async (mode) => {
    proxy.mode = mode;
    const t = await start();
    const before = performance.now();
    expect([await count(t), await count(t), await count(t)]).toEqual([1, 2, 3]);
    expect(performance.now() - before).toBeLessThan(20 * PATIENCE_MS);
  });
});

describe('a shared Redis', () => {
  const open = async (): Promise<{ redis: SharedRedis; log: readonly string[] }> => {
    const log: string[] = [];
    const lines = new Writable({
      write: (line: Buffer, _encoding, done) => {
        log.push((JSON.parse(line.toString()) as { msg: string }).msg);
        done();
      },
    });
    const settings = { redis: { url: proxy.inFrontOf(redisUrl.href), prefix } };
    const redis = await openSharedRedis(settings, pino(lines), new Metrics());
    if (redis === undefined) throw new Error('a Redis is configured');
    closers.push(() => {
      redis.onApplicationShutdown();
      return Promise.resolve();
    });
    return { redis, log };
  };
  const ping = (redis: SharedRedis): Promise<string | undefined> => redis.tryCommand((one) => one.ping());

  it.each(['refuse', 'hang'] as const)(
    'is reported as down once and as up once, when it would %s',
    async (mode) => {
      const { redis, log } = await open();
      const jobs = redis.connect('jobs');
      closers.push(() => {
        jobs.disconnect();
        return Promise.resolve();
      });
      expect(await ping(redis)).toBe('PONG');
      proxy.mode = mode;
      if (mode === 'refuse') proxy.cut();
      await eventually(async () => {
        expect(await ping(redis)).toBeUndefined();
        return log.length > 0;
      });
      for (let n = 0; n < 10; n += 1) expect(await ping(redis)).toBeUndefined();
      proxy.mode = 'pass';
      await eventually(async () => (await ping(redis)) === 'PONG');
      await eventually(() => Promise.resolve(log.length > 1));
      expect(log).toEqual(['Redis is unavailable', 'Redis is back']);
    },
  );

  it('stays connected when it rejects a command', async () => {
    const { redis, log } = await open();
    expect(await redis.tryCommand((one) => one.eval('nonsense', 0))).toBeUndefined();
    expect(await ping(redis)).toBe('PONG');
    expect(proxy.connections).toBe(1);
    expect(log).toEqual(['Redis is unavailable', 'Redis is back']);
  });
});
