import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { aVersion } from '../support/builders.js';
import { PostgresServer } from '../support/postgres-server.js';
import { RedisServer } from '../support/redis-server.js';
import { ServerHome } from '../support/server-home.js';
import { FailedStart } from '../support/server-process.js';

const WITHOUT_RIGHTS = 'guest';

let postgres: PostgresServer;
let redis: RedisServer;
let home: ServerHome;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  redis = await RedisServer.start();
  await postgres.rows(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  await postgres.rows(`CREATE DATABASE plain`);
  const [hub] = await postgres.rows<{ rolpassword: string }>(
    `SELECT rolpassword FROM pg_authid WHERE rolname = current_user`,
  );
  await postgres.rows(`CREATE ROLE ${WITHOUT_RIGHTS} LOGIN PASSWORD '${hub?.rolpassword}'`);
  home = await ServerHome.open({ DATABASE_URL: urlOf('plain') });
});
afterAll(async () => {
  await home.close();
  await redis.close();
  await postgres.close();
});

function urlOf(database: string, user?: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  if (user !== undefined) url.username = user;
  return url.href;
}

/** The lines of a start that fails. */
async function refusedStart(settings: Readonly<Record<string, string>>): Promise<string[]> {
  const failed = await home.start(settings).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(FailedStart);
  const { exitCode, message } = failed as FailedStart;
  expect(exitCode).toBe(1);
  expect(message).not.toMatch(/^\s+at /m);
  return message.trim().split('\n');
}

describe('a start', () => {
  it('is refused with one line for each fault of the database, and changes nothing', async () => {
    expect(await refusedStart({ DATABASE_URL: urlOf('latin', WITHOUT_RIGHTS) })).toEqual([
      'mcp-hub cannot start:',
      `  the database has the encoding LATIN1: create one with ENCODING 'UTF8' TEMPLATE template0`,
      `  the database user guest may not create tables: GRANT CREATE ON SCHEMA public TO guest, or run the command migrate as another user`,
      '  the database user guest may not create the extension pg_trgm: run CREATE EXTENSION pg_trgm as an administrator, or GRANT CREATE ON DATABASE latin TO guest',
    ]);
  });

  it('is refused if Redis deletes keys to save memory', async () => {
    const connection = new Redis(redis.url);
    await connection.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      const lines = await refusedStart({ REDIS_URL: redis.url });
      expect(lines).toEqual([
        'mcp-hub cannot start:',
        '  Redis may delete jobs to save memory (maxmemory-policy allkeys-lru): set maxmemory-policy noeviction',
      ]);
    } finally {
      await connection.config('SET', 'maxmemory-policy', 'noeviction');
      connection.disconnect();
    }
  });

  it('succeeds where a role has other settings, which have no effect', async () => {
    for (const setting of [
      `DateStyle = 'German'`,
      `TimeZone = 'Pacific/Auckland'`,
      `IntervalStyle = 'sql_standard'`,
      `bytea_output = 'escape'`,
      `default_transaction_isolation = 'serializable'`,
    ]) {
      await postgres.rows(`ALTER DATABASE plain SET ${setting}`);
    }
    const server = await home.start();
    const admin = await server.admin();
    const before = Date.now();
    await aVersion(admin, 'settings/files', '1.0.0').published();
    const { body } = await admin.get('/v1/org/settings/mcps/files/versions/1.0.0');
    expect(Math.abs(Date.parse(body.created_at) - before)).toBeLessThan(60 * 60 * 1000);
    await server.kill();
  });

  it('needs no right to create anything on a database that is up to date', async () => {
    await postgres.rows(`GRANT pg_read_all_data, pg_write_all_data TO ${WITHOUT_RIGHTS}`);
    const server = await home.start({ DATABASE_URL: urlOf('plain', WITHOUT_RIGHTS) });
    expect((await server.client.get('/readyz')).status).toBe(200);
    await server.kill();
  });
});
