import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { RedisServer } from '../support/redis-server.js';
import { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

let redis: RedisServer;
let server: ServerProcess | undefined;
const folders: string[] = [];
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.close());
afterEach(async () => {
  await server?.kill();
  server = undefined;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-redis-tls-'));
  folders.push(folder);
  server = await ServerProcess.start({
    DATA_DIR: folder,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  });
  return server;
}

/** What the metrics say of Redis: 1 when it can be reached. */
async function connected({ output }: ServerProcess): Promise<string | undefined> {
  const [, url = ''] = /metrics at (\S+)/.exec(output) ?? [];
  return /^redis_connected (\d)$/m.exec(await (await fetch(url)).text())?.[1];
}

const isHealthy = async ({ url }: ServerProcess): Promise<boolean> =>
  (await new ApiClient(url).get('/readyz')).status === 200;

describe('a Redis URL with rediss://', () => {
  it('is reached through TLS, trusting the authority that NODE_EXTRA_CA_CERTS names', async () => {
    const started = await start({
      REDIS_URL: redis.tlsUrl,
      NODE_EXTRA_CA_CERTS: redis.certificates.authority,
    });
    await eventually(async () => (await connected(started)) === '1');
  });

  it.each([
    ['with a certificate that nobody vouches for', () => redis.tlsUrl],
    ['with another password', () => redis.url.replace(encodeURIComponent(PASSWORD), 'canary-password')],
    ['that is not there', () => 'redis://:canary-password@127.0.0.1:1'],
  ])(
    '%s is not used: the log says so once, without the password, and requests are answered',
    async (_what, url) => {
      const started = await start({ REDIS_URL: url() });
      await eventually(() => Promise.resolve(started.output.includes('Redis is away')));
      expect(await connected(started)).toBe('0');
      expect(await isHealthy(started)).toBe(true);
      expect(started.output.match(/Redis is away/g)).toHaveLength(1);
      expect(started.output).not.toContain('canary-password');
      expect(started.output).not.toContain(encodeURIComponent(PASSWORD));
    },
  );
});

describe('a Redis server that is killed and starts again', () => {
  it('is found again', async () => {
    const started = await start({ REDIS_URL: redis.url });
    await eventually(async () => (await connected(started)) === '1');
    await redis.stop('kill');
    await eventually(async () => (await connected(started)) === '0');
    expect(await isHealthy(started)).toBe(true);
    await redis.start();
    await eventually(async () => (await connected(started)) === '1');
  });
});
