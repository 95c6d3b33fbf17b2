import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/credentials.js';
import { RedisServer } from '../support/redis-server.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

let redis: RedisServer;
let home: ServerHome;
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.close());
beforeEach(async () => {
  home = await ServerHome.open({ METRICS_PORT: '0', LOG_LEVEL: 'warn' });
});
afterEach(() => home.close());

/** The Redis metric: 1 when it is connected. */
async function connected({ output }: ServerProcess): Promise<string | undefined> {
  const [, url = ''] = /metrics at (\S+)/.exec(output) ?? [];
  return /^redis_connected (\d)$/m.exec(await (await fetch(url)).text())?.[1];
}

const isHealthy = async ({ client }: ServerProcess): Promise<boolean> =>
  (await client.get('/readyz')).status === 200;

describe('a Redis URL with rediss://', () => {
  it('is connected through TLS, trusting the authority in NODE_EXTRA_CA_CERTS', async () => {
    const started = await home.start({
      REDIS_URL: redis.tlsUrl,
      NODE_EXTRA_CA_CERTS: redis.certificates.authority,
    });
    await eventually(async () => (await connected(started)) === '1');
  });

  it.each([
    ['with an untrusted certificate', () => redis.tlsUrl],
    ['with another password', () => redis.url.replace(encodeURIComponent(PASSWORD), 'canary-password')],
    ['that is not there', () => 'redis://:canary-password@127.0.0.1:1'],
  ])(
    '%s is not used: that is logged once, without the password, and requests succeed',
    async (_what, url) => {
      const started = await home.start({ REDIS_URL: url() });
      await eventually(() => Promise.resolve(started.output.includes('Redis is unavailable')));
      expect(await connected(started)).toBe('0');
      expect(await isHealthy(started)).toBe(true);
      expect(started.output.match(/Redis is unavailable/g)).toHaveLength(1);
      expect(started.output).not.toContain('canary-password');
      expect(started.output).not.toContain(encodeURIComponent(PASSWORD));
    },
  );
});

describe('a Redis server that is killed and restarts', () => {
  it('is reconnected', async () => {
    const started = await home.start({ REDIS_URL: redis.url });
    await eventually(async () => (await connected(started)) === '1');
    await redis.stop('kill');
    await eventually(async () => (await connected(started)) === '0');
    expect(await isHealthy(started)).toBe(true);
    await redis.start();
    await eventually(async () => (await connected(started)) === '1');
  });
});
