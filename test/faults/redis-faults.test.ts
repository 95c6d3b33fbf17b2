import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecurringJobs } from '../../src/jobs/recurring-jobs.js';
import { connectRedis } from '../../src/storage/redis/redis-connection.js';
import type { ApiClient } from '../support/api-client.js';
import { aVersion } from '../support/builders.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { resolve } from '../support/version-requests.js';

const EVERY_MS = 50;

let proxy: TcpProxy;
let prefix: string;
let t: TestApp | undefined;
let runs: number;

const redisUrl = new URL(process.env['TEST_REDIS_URL'] ?? '');

beforeEach(async () => {
  proxy = await TcpProxy.to(redisUrl.hostname, Number(redisUrl.port || 6379));
  prefix = `test-${randomUUID()}`;
  runs = 0;
});

afterEach(async () => {
  await t?.close();
  t = undefined;
  await proxy.close();
});

/** Starts the product on Redis behind the proxy, with a job that counts its runs, and publishes a version. */
async function start(): Promise<{ app: TestApp; admin: ApiClient }> {
  const app = await startTestApp({ REDIS_URL: proxy.inFrontOf(redisUrl.href), REDIS_PREFIX: prefix });
  t = app;
  app.app.get(RecurringJobs).schedule({
    name: 'probe',
    everyMs: EVERY_MS,
    run: () => {
      runs += 1;
      return Promise.resolve();
    },
  });
  const admin = await app.actors.admin();
  await aVersion(admin, 'redis/files', '1.0.0').published();
  return { app, admin };
}

const more = async (count = 3): Promise<void> => {
  const before = runs;
  await eventually(() => Promise.resolve(runs >= before + count));
};

describe('a failing Redis', () => {
  it('may be down when the server starts: requests succeed, and jobs start when it is up', async () => {
    proxy.mode = 'refuse';
    const { app, admin } = await start();
    expect((await resolve(admin, 'redis/files', 'latest')).status).toBe(200);
    expect((await app.actors.anonymous.get('/readyz')).status).toBe(200);
    expect(runs).toBe(0);
    proxy.mode = 'pass';
    await more();
  });

  it.each(['refuse', 'hang'] as const)(
    'may %s and recover: no request fails, and jobs continue',
    async (mode) => {
      const { app, admin } = await start();
      await more();
      proxy.mode = mode;
      if (mode === 'refuse') proxy.cut();
      expect((await resolve(admin, 'redis/files', 'latest')).status).toBe(200);
      expect((await app.actors.anonymous.get('/readyz')).status).toBe(200);
      proxy.mode = 'pass';
      proxy.cut();
      await more();
    },
  );

  it('may be slow', async () => {
    proxy.mode = 'slow';
    await start();
    await more(2);
  });

  it('may lose its data: jobs are registered again', async () => {
    await start();
    await more();
    const direct = connectRedis(redisUrl.href, 'jobs');
    const keys = await direct.keys(`${prefix}:*`);
    expect(keys.length).toBeGreaterThan(0);
    await direct.del(keys);
    direct.disconnect();
    // As a server that restarts without data.
    proxy.cut();
    await more();
  });

  it.each(['refuse', 'hang'] as const)(
    'does not keep a server from stopping while it would %s',
    async (mode) => {
      const { app } = await start();
      await more();
      proxy.mode = mode;
      if (mode === 'refuse') proxy.cut();
      t = undefined;
      await app.close();
    },
  );

  it.each(['refuse', 'hang'] as const)(
    'does not keep a server from stopping that it has made %s since its start',
    async (mode) => {
      proxy.mode = mode;
      const { app } = await start();
      t = undefined;
      await app.close();
    },
  );

  it('does not keep a server from stopping that has been reconnecting for a while', async () => {
    const { app } = await start();
    await more();
    proxy.mode = 'refuse';
    proxy.cut();
    const before = proxy.refused;
    await eventually(() => Promise.resolve(proxy.refused >= before + 4));
    t = undefined;
    await app.close();
  });
});
