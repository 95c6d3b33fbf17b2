import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aVersion } from '../support/builders.js';
import { PgBouncer } from '../support/pgbouncer.js';
import { ServerHome } from '../support/server-home.js';
import { FailedStart } from '../support/server-process.js';
import { resolve } from '../support/version-requests.js';

let home: ServerHome;
beforeAll(async () => {
  home = await ServerHome.open();
});
afterAll(() => home.close());

const REFUSAL =
  'mcp-hub cannot start:\n  a pooler lends connections for single transactions: set pool_mode = session for this database in PgBouncer, or name PostgreSQL itself in DATABASE_URL';

it.each(['transaction', 'statement'] as const)(
  'PgBouncer that lends connections for a %s is refused with the setting to change',
  async (mode) => {
    const pooler = await PgBouncer.before(home.databaseUrl, mode);
    try {
      const failed = await home.start({ DATABASE_URL: pooler.url }).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(FailedStart);
      expect((failed as FailedStart).message).toContain(REFUSAL);
    } finally {
      await pooler.close();
    }
  },
);

it('PgBouncer that lends connections for a session is as good as PostgreSQL', async () => {
  const pooler = await PgBouncer.before(home.databaseUrl, 'session');
  try {
    const server = await home.start({ DATABASE_URL: pooler.url });
    const admin = await server.admin();
    await aVersion(admin, 'pooled/files', '1.0.0').published();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => resolve(admin, 'pooled/files', 'latest')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await server.kill('SIGTERM')).toBe(0);
  } finally {
    await pooler.close();
  }
});
