import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, publish, setStatus } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { engine } from '../../support/test-database.js';

const READ = ['mcp:catalog:read'];

let admin: ApiClient;
let anonymous: ApiClient;
const t = await useTestApp({ PUBLIC_READ_CATALOG: 'true' });
beforeAll(async () => {
  admin = await t.actors.admin();
  anonymous = t.actors.anonymous;
});

const etagOf = async (caller: ApiClient, path: string): Promise<string> => {
  const { status, headers } = await caller.get(path);
  expect(status).toBe(200);
  return headers.get('etag') ?? '';
};

const revalidate = (caller: ApiClient, path: string, etag: string): Promise<ApiResponse> =>
  caller.get(path, { headers: { 'if-none-match': etag } });

/** The revision of the public packages of an organization, or of the whole catalog (''), from which ETags are derived. */
async function publicRevision(scope: string): Promise<number> {
  const rows = await t.rows<{ revision: string }>(
    `SELECT revision FROM registry_catalog_revision WHERE scope = $1 AND is_public`,
    [scope],
  );
  return rows.reduce((sum, { revision }) => sum + Number(revision), 0);
}

const idsIn = ({ body }: ApiResponse): string[] => (body.packages as { id: string }[]).map(({ id }) => id);

describe('the ETag of the catalog and the caller', () => {
  beforeAll(async () => {
    for (const org of ['etag-a', 'etag-b']) {
      await aVersion(admin, `${org}/open`, '1.0.0', { visibility: 'public' }).published();
      await aVersion(admin, `${org}/closed`, '1.0.0', { visibility: 'private' }).published();
      await aVersion(admin, `${org}/hidden`, '1.0.0', { visibility: 'private' }).published();
    }
  });

  // Callers who may all read `/v1/catalog`, each with a different view of it.
  const AUTHORITIES: readonly (readonly string[])[] = [
    ['catalog'],
    ['catalog', 'org/etag-a/'],
    ['catalog', 'org/etag-b/'],
    ['catalog', 'org/etag-a/', 'org/etag-b/'],
    ['catalog', 'org/etag-a/mcp/closed'],
    ['catalog', 'org/etag-a/mcp/hidden'],
    ['catalog', 'org/*/mcp/closed'],
    ['catalog', 'org/*/mcp/hidden'],
    ['catalog', 'org/'],
  ];

  it.each(['/v1/catalog', '/v1/catalog?limit=10', '/v1/catalog?q=etag', '/v1/catalog?q=hidden&limit=2'])(
    'never lets callers of different rights share a 304: %s',
    async (path) => {
      const callers = [
        ...(await Promise.all(AUTHORITIES.map((resources) => t.actors.bearer({ scopes: READ, resources })))),
        anonymous,
        await t.actors.apiToken({ scopes: READ, resources: ['catalog', 'org/etag-a/'] }),
      ];
      const etags = await Promise.all(callers.map((caller) => etagOf(caller, path)));
      for (const [index, caller] of callers.entries()) {
        for (const [other, etag] of etags.entries()) {
          const { status } = await revalidate(caller, path, etag);
          expect({ index, other, status }).toEqual({ index, other, status: index === other ? 304 : 200 });
        }
      }
    },
  );

  it('never lets members of different organizations share a 304, with the same patterns otherwise', async () => {
    const path = '/v1/catalog?limit=100';
    const [one, other] = [
      await t.actors.member('etag-a', 'member'),
      await t.actors.member('etag-b', 'member'),
    ];
    const etag = await etagOf(one, path);
    expect((await revalidate(one, path, etag)).status).toBe(304);
    const answer = await revalidate(other, path, etag);
    expect(answer.status).toBe(200);
    expect(idsIn(answer)).toContain('etag-b/closed');
  });
});

describe('the ETag of the catalog and changes', () => {
  it('reveals no change of private packages to callers who see public ones only', async () => {
    await aVersion(admin, 'quiet/open', '1.0.0', { visibility: 'public' }).published();
    const path = '/v1/catalog';
    const etags = [await etagOf(anonymous, path), await etagOf(admin, path)];
    await aVersion(admin, 'quiet/closed', '1.0.0').published();
    expect((await revalidate(anonymous, path, etags[0] ?? '')).status).toBe(304);
    expect((await revalidate(admin, path, etags[1] ?? '')).status).toBe(200);
  });

  it('changes for everyone when a public package becomes private', async () => {
    await aVersion(admin, 'hides/files', '1.0.0', { visibility: 'public' }).published();
    const path = '/v1/catalog?org=hides';
    const etag = await etagOf(anonymous, path);
    await aVersion(admin, 'hides/files', '1.1.0', { visibility: 'private' }).published();
    const answer = await revalidate(anonymous, path, etag);
    expect({ status: answer.status, ids: idsIn(answer) }).toEqual({ status: 200, ids: [] });
  });

  it('stays the same when an organization outside the query changes', async () => {
    await aVersion(admin, 'apart/files', '1.0.0', { visibility: 'public' }).published();
    const path = '/v1/catalog?org=apart';
    const etag = await etagOf(anonymous, path);
    await aVersion(admin, 'apart-too/files', '1.0.0', { visibility: 'public' }).published();
    expect((await revalidate(anonymous, path, etag)).status).toBe(304);
  });

  it('stays the same when nothing in the catalog changes', async () => {
    const id = 'still/files';
    await aVersion(admin, id, '2.0.0', { visibility: 'public' }).published();
    const path = '/v1/catalog?org=still';
    const etag = await etagOf(anonymous, path);
    await aVersion(admin, id, '1.0.0').published();
    await setStatus(admin, id, '1.0.0', 'revoked');
    expect((await revalidate(anonymous, path, etag)).status).toBe(304);
  });

  it('changes with each of fifty concurrent publishes', async () => {
    const path = '/v1/catalog?org=crowd';
    await aVersion(admin, 'crowd/first', '1.0.0', { visibility: 'public' }).published();
    const before = { crowd: await publicRevision('crowd'), all: await publicRevision('') };
    const ids = Array.from({ length: 50 }, (_, index) => `crowd/p${index}`);
    // Fifty uploads at once would wait longer for the one connection of the embedded database than a request may.
    for (const id of ids) await aVersion(admin, id, '1.0.0', { visibility: 'public' }).uploaded();
    const etags = await Promise.all(
      ids.map(async (id) => {
        const first = await etagOf(anonymous, path);
        expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
        return [first, await etagOf(anonymous, path)] as const;
      }),
    );
    for (const [first, second] of etags) expect(second).not.toBe(first);
    // Each release increments the revision: no concurrent increment is lost.
    const after = { crowd: await publicRevision('crowd'), all: await publicRevision('') };
    expect(after).toEqual({ crowd: before.crowd + 50, all: before.all + 50 });
    expect(idsIn(await anonymous.get(path))).toHaveLength(51);
  });
});

// The embedded database has one connection, where transactions are sequential.
if (engine === 'postgres') {
  describe('the ETag of the catalog and transactions', () => {
    it('changes when the transaction that started first commits last', async () => {
      await aVersion(admin, 'order/early', '1.0.0', { visibility: 'public' }).published();
      await aVersion(admin, 'order/late', '1.0.0', { visibility: 'public' }).published();
      const path = '/v1/catalog?org=order';
      const first = new pg.Client({ connectionString: t.config.database.url });
      await first.connect();
      try {
        await first.query('BEGIN');
        await first.query(`UPDATE registry_package SET description = 'early' WHERE name = 'early'`);
        const before = await etagOf(anonymous, path);
        await publish(admin, 'order/late', '1.1.0', { description: 'late' });
        const between = await etagOf(anonymous, path);
        expect(between).not.toBe(before);
        await first.query('COMMIT');
        const after = await revalidate(anonymous, path, between);
        expect(after.status).toBe(200);
        expect(after.text).toContain('early');
      } finally {
        await first.end();
      }
    });

    it('stays the same when a transaction is rolled back', async () => {
      await aVersion(admin, 'undone/files', '1.0.0', { visibility: 'public' }).published();
      const path = '/v1/catalog?org=undone';
      const etag = await etagOf(anonymous, path);
      const other = new pg.Client({ connectionString: t.config.database.url });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query(`UPDATE registry_package SET description = 'never' WHERE name = 'files'`);
        await other.query('ROLLBACK');
      } finally {
        await other.end();
      }
      expect((await revalidate(anonymous, path, etag)).status).toBe(304);
    });

    it('makes no publish wait for another whose transaction is still open', async () => {
      await aVersion(admin, 'free/one', '1.0.0', { visibility: 'public' }).published();
      const other = new pg.Client({ connectionString: t.config.database.url });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query(`UPDATE registry_package SET description = 'open' WHERE name = 'one'`);
        // As many as there are connections, so that as many stripes of the revision as possible are used.
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            aVersion(admin, `free/other-${index}`, '1.0.0', { visibility: 'public' }).published(),
          ),
        );
        expect(answers).toHaveLength(20);
        await other.query('COMMIT');
      } finally {
        await other.end();
      }
    });
  });
}
