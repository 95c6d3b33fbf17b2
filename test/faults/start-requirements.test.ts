import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { aVersion } from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
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
    await postgres.rows(`REVOKE pg_write_all_data FROM ${WITHOUT_RIGHTS}`);
  });

  it('is refused with the SQL that grants what the user lacks to write, and not in read-only mode', async () => {
    const guest = { DATABASE_URL: urlOf('plain', WITHOUT_RIGHTS) };
    expect(await refusedStart(guest)).toEqual([
      'mcp-hub cannot start:',
      expect.stringMatching(
        /^ {2}the database user guest may not read and write \w+, \w+, \w+ and \d+ more: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest$/,
      ),
    ]);
    const server = await home.start({ ...guest, READ_ONLY: 'true' });
    expect((await server.client.get('/readyz')).status).toBe(200);
    await server.kill();
  });

  it('is refused where the extension is outside of the search path, with the SQL that corrects it', async () => {
    await postgres.rows('CREATE DATABASE hidden');
    const inside = new pg.Client({ connectionString: urlOf('hidden') });
    await inside.connect();
    await inside.query('CREATE SCHEMA extensions');
    await inside.query('CREATE EXTENSION pg_trgm SCHEMA extensions');
    const hidden = { DATABASE_URL: urlOf('hidden') };
    const [, line = ''] = await refusedStart(hidden);
    expect(line).toContain('the extension pg_trgm is in the schema extensions, outside of the search path');
    const [, statement = ''] = /, or (ALTER ROLE .*)$/.exec(line) ?? [];
    await inside.query(statement.replace('ALTER ROLE hub', 'ALTER ROLE hub IN DATABASE hidden'));
    await inside.end();
    const server = await home.start(hidden);
    await server.kill();
  });
});

describe('the rights that docs/operations.md describes', () => {
  const [section = ''] = /### Rights in the database\n[\s\S]*?(?=\n### )/.exec(
    readFileSync('docs/operations.md', 'utf8'),
  ) ?? [''];
  const [simple = '', apart = ''] = [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql);
  const passwords = (sql: string): string => sql.replace(/PASSWORD '[^']*'/g, `PASSWORD '${PASSWORD}'`);
  const statements = (sql: string): string[] =>
    passwords(sql)
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');

  it('are enough for a user who owns the database', async () => {
    for (const statement of statements(simple)) await postgres.rows(statement);
    const server = await home.start({ DATABASE_URL: urlOf('mcp_hub', 'mcp_hub') });
    await aVersion(await server.admin(), 'owned/files', '1.0.0').published();
    await server.kill();
  });

  it('are enough for a server apart from who migrates', async () => {
    await postgres.rows('CREATE DATABASE apart');
    const inside = new pg.Client({ connectionString: urlOf('apart') });
    await inside.connect();
    try {
      for (const statement of statements(apart)) await inside.query(statement);
    } finally {
      await inside.end();
    }
    const asServer = { DATABASE_URL: urlOf('apart', 'mcp_hub_server'), DATABASE_MIGRATE: 'false' };
    expect((await refusedStart(asServer)).join()).toContain('the database is not up to date');
    const migrated = await home.command('migrate', '', { DATABASE_URL: urlOf('apart', 'mcp_hub_owner') });
    expect([migrated.code, migrated.stderr]).toEqual([0, '']);
    const server = await home.start(asServer);
    expect((await server.client.get('/readyz')).body.status).toBe('ready');
    await aVersion(await server.admin(), 'apart/files', '1.0.0').published();
    await server.kill();
  });
});

describe('a start without its database', () => {
  it('waits for it, and says so', async () => {
    await postgres.stop('immediate');
    // The start has asked in vain before the database is there.
    const inVain = createServer((socket) => socket.destroy()).listen(postgres.port, '127.0.0.1');
    const starting = home.start({ LOG_LEVEL: 'warn' });
    await once(inVain, 'connection');
    inVain.close();
    await postgres.start();
    const server = await starting;
    expect(server.output).toMatch(/waiting for the database at localhost:\d+ \(.*\), for 60 s at most/);
    expect((await server.client.get('/readyz')).status).toBe(200);
    await server.kill();
  });

  it('ends after the time that it waits, with a line that names the host and the port', async () => {
    await postgres.stop('immediate');
    try {
      expect(await refusedStart({ DATABASE_WAIT_SECONDS: '1' })).toEqual([
        expect.stringMatching(
          /^the database at localhost:\d+ has not answered for 1 s \(ECONNREFUSED\): start it, correct DATABASE_URL, or wait longer with DATABASE_WAIT_SECONDS$/,
        ),
      ]);
      const lines = await refusedStart({ DATABASE_WAIT_SECONDS: '3', LOG_LEVEL: 'warn' });
      expect(lines.map((line) => line.includes('waiting for the database at localhost:'))).toEqual([
        true,
        false,
      ]);
    } finally {
      await postgres.start();
    }
  });

  it('waits for a server that has no connection left, and not for one that refuses the password', async () => {
    await postgres.rows('ALTER DATABASE plain CONNECTION LIMIT 0');
    await postgres.rows('CREATE ROLE ordinary LOGIN');
    await postgres.rows(`ALTER ROLE ordinary PASSWORD '${PASSWORD}'`);
    const ordinary = { DATABASE_URL: urlOf('plain', 'ordinary'), DATABASE_WAIT_SECONDS: '1' };
    expect((await refusedStart(ordinary)).join()).toMatch(/has not answered for 1 s \(53300\)/);
    await postgres.rows('ALTER DATABASE plain CONNECTION LIMIT -1');
    await postgres.rows('ALTER DATABASE plain ALLOW_CONNECTIONS false');
    expect((await refusedStart(ordinary)).join()).toMatch(/has not answered for 1 s \(55000\)/);
    await postgres.rows('ALTER DATABASE plain ALLOW_CONNECTIONS true');
    const wrong = new URL(urlOf('plain', 'ordinary'));
    wrong.password = 'wrong';
    expect((await refusedStart({ DATABASE_URL: wrong.href })).join()).toMatch(/DATABASE_URL names refuses/);
  });
});
