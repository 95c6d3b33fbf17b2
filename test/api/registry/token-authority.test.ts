import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, packagePath, publish } from '../../support/builders.js';
import { eventually } from '../../support/stored-artifacts.js';
import { useTestApp } from '../../support/suite.js';
import { engine } from '../../support/test-database.js';
import { expectForbidden, expectUnauthorized } from '../../support/refusals.js';

const HOUR = 3600;
const YEAR = 31_536_000;
const PARENT_SCOPES = ['token:create', 'token:list', 'token:delete', 'mcp:catalog:read'];

const t = await useTestApp();

const create = async (caller: ApiClient, request: object): Promise<ApiResponse> => {
  const response = await caller.post('/v1/tokens', { description: 'test', ...request });
  expect(response.status).toBe(201);
  return response;
};

const bearerOf = ({ body }: ApiResponse): ApiClient =>
  t.actors.anonymous.as(`Token ${body.token_id as string}:${body.secret as string}`);

const expire = (made: ApiResponse): Promise<unknown> =>
  t.rows(`UPDATE registry_api_token SET expires_at = now() - interval '1 second' WHERE token_id = $1`, [
    made.body.token_id,
  ]);

describe('an expired API token', () => {
  it('is refused with 401 `invalid token` and no longer listed', async () => {
    const owner = await t.actors.user('expiring');
    const made = await create(owner, { scopes: ['mcp:catalog:read'], resources: ['catalog'] });
    expect((await bearerOf(made).get('/v1/catalog')).status).toBe(200);
    await expire(made);
    expectUnauthorized(await bearerOf(made).get('/v1/catalog'));
    expect((await owner.get('/v1/tokens')).body).toEqual({ tokens: [] });
  });
});

describe('a token created with a token', () => {
  it.each<[string, object]>([
    ['requested for a year', { expires_in: YEAR }],
    ['requested without a lifetime', {}],
  ])('never outlives its parent when %s', async (_what, lifetime) => {
    const owner = await t.actors.user('parents');
    const parent = await create(owner, {
      scopes: PARENT_SCOPES,
      resources: ['catalog'],
      expires_in: HOUR,
    });
    const child = await create(bearerOf(parent), {
      scopes: ['mcp:catalog:read'],
      resources: ['catalog'],
      ...lifetime,
    });
    expect(Date.parse(child.body.expires_at as string)).toBeLessThanOrEqual(
      Date.parse(parent.body.expires_at as string),
    );
    const { body } = await owner.get('/v1/tokens');
    const listed = (body.tokens as { token_id: string; expires_at: string }[]).find(
      ({ token_id: id }) => id === child.body.token_id,
    );
    expect(listed?.expires_at).toBe(child.body.expires_at);
  });

  it('may expire before its parent', async () => {
    const parent = await create(await t.actors.user('shorter'), {
      scopes: PARENT_SCOPES,
      resources: ['catalog'],
    });
    const before = Date.now();
    const child = await create(bearerOf(parent), {
      scopes: ['mcp:catalog:read'],
      resources: ['catalog'],
      expires_in: HOUR,
    });
    const end = Date.parse(child.body.expires_at as string);
    expect(end).toBeGreaterThanOrEqual(before + HOUR * 1000);
    expect(end).toBeLessThanOrEqual(Date.now() + HOUR * 1000);
  });

  it('is deleted with its parent, and so are tokens created with it', async () => {
    const owner = await t.actors.user('family');
    const parent = await create(owner, { scopes: PARENT_SCOPES, resources: ['catalog'] });
    const child = await create(bearerOf(parent), { scopes: PARENT_SCOPES, resources: ['catalog'] });
    const grandchild = await create(bearerOf(child), { scopes: PARENT_SCOPES, resources: ['catalog'] });
    const sibling = await create(owner, { scopes: PARENT_SCOPES, resources: ['catalog'] });
    expect((await bearerOf(grandchild).get('/v1/catalog')).status).toBe(200);

    expect((await owner.delete(`/v1/tokens/${parent.body.token_id as string}`)).status).toBe(204);
    for (const dead of [parent, child, grandchild])
      expectUnauthorized(await bearerOf(dead).get('/v1/catalog'));
    expect((await bearerOf(sibling).get('/v1/catalog')).status).toBe(200);
    const { body } = await owner.get('/v1/tokens');
    expect((body.tokens as { token_id: string }[]).map(({ token_id: id }) => id)).toEqual([
      sibling.body.token_id,
    ]);
  });

  it('gets neither a scope nor a resource that its parent lacks, though its owner has them', async () => {
    const owner = await t.actors.member('lacking', 'admin');
    const parent = bearerOf(
      await create(owner, { scopes: PARENT_SCOPES, resources: ['catalog', 'org/lacking/mcp/files'] }),
    );
    for (const beyond of [
      { scopes: ['mcp:publish'], resources: ['catalog'] },
      { scopes: ['mcp:catalog:read'], resources: ['org/lacking/'] },
      { scopes: ['mcp:catalog:read'], resources: ['org/lacking/mcp/*'] },
    ]) {
      expectForbidden(await parent.post('/v1/tokens', { description: 'beyond', ...beyond }));
    }
    const { body } = await owner.get('/v1/tokens');
    expect(body.tokens).toHaveLength(1);
  });

  it('belongs to the owner of its parent', async () => {
    const owner = await t.actors.user('grandparent');
    const parent = await create(owner, { scopes: PARENT_SCOPES, resources: ['catalog'] });
    const child = await create(bearerOf(parent), { scopes: ['mcp:catalog:read'], resources: ['catalog'] });
    expect((await owner.delete(`/v1/tokens/${child.body.token_id as string}`)).status).toBe(204);
    expectUnauthorized(await bearerOf(child).get('/v1/catalog'));
    expect((await bearerOf(parent).get('/v1/catalog')).status).toBe(200);
  });
});

describe('a token whose owner leaves the organization', () => {
  it('loses access to the organization immediately, and regains it with its owner', async () => {
    const admin = await t.actors.member('leaving', 'admin');
    const owner = await t.actors.member('leaving', 'member');
    await aVersion(admin, 'leaving/files', '1.0.0').published();
    const made = await create(owner, {
      scopes: ['mcp:catalog:read', 'mcp:publish'],
      resources: ['catalog', 'org/leaving/'],
    });
    const token = bearerOf(made);
    expect((await token.get(packagePath('leaving/files'))).status).toBe(200);

    expect((await admin.delete(`/v1/org/leaving/members/${owner.username}`)).status).toBe(204);
    expectForbidden(await token.get(packagePath('leaving/files')));
    expectForbidden(await publish(token, 'leaving/files', '2.0.0'));
    expectForbidden(await token.get('/v1/catalog?org=leaving'));
    expectForbidden(await token.get('/v1/org/leaving/members'));
    const { status, text } = await token.get('/v1/catalog');
    expect({ status, shows: text.includes('leaving/') }).toEqual({ status: 200, shows: false });

    await admin.post('/v1/org/leaving/members', { username: owner.username, role: 'member' });
    expect((await token.get(packagePath('leaving/files'))).status).toBe(200);
  });

  it('does so together with the tokens created with it', async () => {
    const admin = await t.actors.member('heirs', 'admin');
    const owner = await t.actors.member('heirs', 'member');
    const parent = await create(owner, { scopes: PARENT_SCOPES, resources: ['org/heirs/'] });
    const child = await create(bearerOf(parent), {
      scopes: ['mcp:catalog:read'],
      resources: ['org/heirs/mcp/files'],
    });
    expect((await bearerOf(child).get(packagePath('heirs/files'))).status).toBe(404);
    await admin.delete(`/v1/org/heirs/members/${owner.username}`);
    expectForbidden(await bearerOf(child).get(packagePath('heirs/files')));
  });
});

describe('a token of a subject without a user', () => {
  it('has its own authority, within the claims of its creator', async () => {
    const service = await t.actors.bearer({
      sub: 'a service elsewhere',
      scopes: ['token:create', 'mcp:catalog:read'],
      resources: ['org/served/'],
    });
    const made = await create(service, { scopes: ['mcp:catalog:read'], resources: ['org/served/mcp/files'] });
    expect((await bearerOf(made).get(packagePath('served/files'))).status).toBe(404);
    expectForbidden(await bearerOf(made).get(packagePath('served/other')));
  });
});

describe('the secret of a token', () => {
  /** The tables in which some column contains `text`, as text or hex-encoded bytes. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await t.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toContain('registry_api_token');
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await t.rows(
        `SELECT 1 FROM "${name}" AS r WHERE strpos(r::text, $1) > 0 OR strpos(r::text, $2) > 0`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  it('is in no column of any table: only its hash is stored', async () => {
    const made = await create(await t.actors.user('hashed'), {
      scopes: ['mcp:catalog:read'],
      resources: ['catalog'],
    });
    // After use, too: nothing may have recorded it.
    expect((await bearerOf(made).get('/v1/catalog')).status).toBe(200);
    const secret = made.body.secret as string;
    // The public half is on its way to the audit trail.
    expect((await tablesWith(made.body.token_id as string)).sort()).toEqual(['outbox', 'registry_api_token']);
    expect(await tablesWith(secret)).toEqual([]);
    expect(await tablesWith(secret.slice('sk_'.length))).toEqual([]);
    const raw = Buffer.from(secret.slice('sk_'.length), 'base64url');
    expect(
      await t.rows(`SELECT 1 FROM registry_api_token r WHERE strpos(r::text, $1) > 0`, [raw.toString('hex')]),
    ).toEqual([]);
  });

  it('is in no response but the one that created it', async () => {
    const owner = await t.actors.user('once');
    const made = await create(owner, { scopes: ['token:list'], resources: ['catalog'] });
    const secret = made.body.secret as string;
    expect((await owner.get('/v1/tokens')).text).not.toContain(secret);
    expect((await bearerOf(made).get('/v1/tokens')).text).not.toContain(secret);
    expect((await bearerOf(made).get('/v1/catalog')).text).not.toContain(secret);
  });
});

// The embedded database has one connection, where deadlocks cannot occur.
if (engine === 'postgres') {
  describe('a token that is deleted while it creates another', () => {
    it('is gone in either order, with the other one', async () => {
      const owner = await t.actors.user('circle');
      const parent = await create(owner, { scopes: PARENT_SCOPES, resources: ['catalog'] });
      const child = { scopes: ['mcp:catalog:read'], resources: ['catalog'] };
      const expired = await create(bearerOf(parent), child);
      await expire(expired);
      const other = new pg.Client({ connectionString: t.config.database.url });
      await other.connect();
      const waiting = (count: number) => async (): Promise<boolean> => {
        const rows = await t.rows(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length === count;
      };
      try {
        await other.query('BEGIN');
        await other.query('SELECT id FROM registry_api_token WHERE token_id = $1 FOR UPDATE', [
          expired.body.token_id,
        ]);
        const making = bearerOf(parent).post('/v1/tokens', { description: 'test', ...child });
        await eventually(waiting(1));
        const deleting = owner.delete(`/v1/tokens/${parent.body.token_id as string}`);
        await eventually(waiting(2));
        await other.query('COMMIT');
        const made = await making;
        expect(made.status).toBe(201);
        expect((await deleting).status).toBe(204);
        expectUnauthorized(await bearerOf(parent).get('/v1/catalog'));
        expectUnauthorized(await bearerOf(made).get('/v1/catalog'));
      } finally {
        await other.end();
      }
    });
  });
}
