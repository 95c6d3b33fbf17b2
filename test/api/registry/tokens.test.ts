import { describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectRefused, expectUnauthorized } from '../../support/refusals.js';

const THIRTY_DAYS = 2_592_000;
const YEAR = 31_536_000;
const REQUEST = { description: 'test', scopes: ['mcp:resolve'], resources: ['catalog'] };

interface Entry {
  readonly token_id: string;
}

let users = 0;
const t = await useTestApp();

/** A new user, whose lists contain only what the test has created. */
const somebody = (): Promise<Actor> => {
  users += 1;
  return t.actors.user(`tokens-${users}`);
};

const create = (caller: ApiClient, change: object = {}): Promise<ApiResponse> =>
  caller.post('/v1/tokens', { ...REQUEST, ...change });

const idsOf = async (caller: ApiClient): Promise<string[]> => {
  const { body } = await caller.get('/v1/tokens');
  return (body.tokens as Entry[]).map(({ token_id: id }) => id);
};

const bearerOf = ({ body }: ApiResponse): ApiClient =>
  t.actors.anonymous.as(`Token ${body.token_id as string}:${body.secret as string}`);

describe('POST /v1/tokens refuses', () => {
  const patterns = (count: number): string[] =>
    Array.from({ length: count }, (_item, index) => `org/o${index}/`);

  it.each<[string, string, object]>([
    ['a missing', 'description', { description: undefined }],
    ['null as', 'description', { description: null }],
    ['a number as', 'description', { description: 7 }],
    ['an array as', 'description', { description: ['test'] }],
    ['U+0000 in', 'description', { description: 'a\u0000b' }],
    ['too long a', 'description', { description: 'x'.repeat(501) }],
    ['missing', 'scopes', { scopes: undefined }],
    ['null as', 'scopes', { scopes: null }],
    ['a string as', 'scopes', { scopes: 'mcp:resolve' }],
    ['an object as', 'scopes', { scopes: { 0: 'mcp:resolve' } }],
    ['no', 'scopes', { scopes: [] }],
    ['unknown', 'scopes', { scopes: ['mcp:resolve', 'mcp:everything'] }],
    ['the service scope among the', 'scopes', { scopes: ['admin:publish'] }],
    ['a wildcard among the', 'scopes', { scopes: ['mcp:*'] }],
    ['another case of', 'scopes', { scopes: ['MCP:RESOLVE'] }],
    ['a blank around', 'scopes', { scopes: ['mcp:resolve '] }],
    ['a number among the', 'scopes', { scopes: [7] }],
    ['null among the', 'scopes', { scopes: [null] }],
    ['arrays among the', 'scopes', { scopes: [['mcp:resolve']] }],
    ['missing', 'resources', { resources: undefined }],
    ['null as', 'resources', { resources: null }],
    ['a string as', 'resources', { resources: 'catalog' }],
    ['no', 'resources', { resources: [] }],
    ['101', 'resources', { resources: patterns(101) }],
    ['257 characters in one of the', 'resources', { resources: [`org/${'a'.repeat(252)}/`] }],
    ['an empty text among the', 'resources', { resources: ['catalog', ''] }],
    ['a blank in one of the', 'resources', { resources: ['org/a b/'] }],
    ['U+0000 in one of the', 'resources', { resources: ['org/a\u0000/'] }],
    ['a number among the', 'resources', { resources: [7] }],
    ['null among the', 'resources', { resources: [null] }],
    ['0 as', 'expires_in', { expires_in: 0 }],
    ['a negative', 'expires_in', { expires_in: -1 }],
    ['a fraction as', 'expires_in', { expires_in: 1.5 }],
    ['a string as', 'expires_in', { expires_in: '3600' }],
    ['true as', 'expires_in', { expires_in: true }],
    ['an array as', 'expires_in', { expires_in: [3600] }],
    ['more than a year as', 'expires_in', { expires_in: YEAR + 1 }],
    ['a huge', 'expires_in', { expires_in: 1e300 }],
  ])('with 400 %s %s', async (_what, field, change) => {
    const admin = await t.actors.admin();
    const before = await idsOf(admin);
    expectRefused(await create(admin, change), 400, field);
    expect(await idsOf(admin)).toEqual(before);
  });

  it('with 403 a scope that the creator lacks, also among ones that they have', async () => {
    const caller = await t.actors.bearer({
      sub: 'narrow',
      scopes: ['token:create', 'token:list', 'mcp:resolve'],
      resources: ['org/'],
    });
    for (const scopes of [['mcp:publish'], ['mcp:resolve', 'mcp:resolve:prepublish'], ['token:delete']]) {
      const response = await create(caller, { scopes, resources: ['org/acme/'] });
      expectForbidden(response);
      expect(response.body.error.details.field).toBe('scopes');
    }
    expect(await idsOf(caller)).toEqual([]);
  });

  it.each([
    ['org/acme/', 'org/'],
    ['org/acme/', 'org/acm'],
    ['org/acme/', 'org/acme'],
    ['org/acme/', 'org/acme2/'],
    ['org/acme/', 'org/*/'],
    ['org/acme/', 'org/acm*/mcp/files'],
    ['org/acme/', 'org/ACME/'],
    ['org/acme/', '*'],
    ['org/acme/', 'catalog'],
    ['org/acme/catalog', 'org/acme/'],
    ['org/acme/mcp/files', 'org/acme/mcp/*'],
    ['org/acme/mcp/files', 'org/acme/mcp/files/'],
    ['org/acme/mcp/*', 'org/acme/mcp/'],
    ['org/acme/mcp/f*', 'org/acme/mcp/*s'],
    ['org/acme/mcp/a*a', 'org/acme/mcp/a'],
    ['org/*/mcp/*', 'org/acme/catalog'],
    ['org/*/mcp/*', 'org/acme/mcp/'],
    ['org/*/', 'org/'],
  ])('with 403 for a holder of %s the resource %s', async (own, wanted) => {
    const caller = await t.actors.bearer({
      sub: 'holder',
      scopes: ['token:create', 'token:list', 'mcp:resolve'],
      resources: [own],
    });
    const response = await create(caller, { resources: [own, wanted] });
    expectForbidden(response);
    expect(response.body.error.details.field).toBe('resources');
    expect(await t.rows(`SELECT 1 FROM registry_api_token WHERE owner = 'holder'`)).toEqual([]);
  });

  it('with 403 a member the organization of others', async () => {
    await t.actors.member('foreign', 'admin');
    const member = await t.actors.member('own', 'member');
    for (const resource of ['org/foreign/', 'org/', 'org/foreign/mcp/files', 'org/*/mcp/files']) {
      expectForbidden(await create(member, { resources: [resource] }));
    }
    expect(await idsOf(member)).toEqual([]);
  });
});

describe('POST /v1/tokens', () => {
  it('answers 201 with token_id, secret and expires_at in their formats', async () => {
    const { status, body, headers } = await create(await somebody());
    expect(status).toBe(201);
    expect(Object.keys(body as object).sort()).toEqual(['expires_at', 'secret', 'token_id']);
    expect(body.token_id).toMatch(/^mcp_[a-z2-7]{20}$/);
    expect(body.secret).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
    expect(body.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('never answers the same token or secret twice', async () => {
    const caller = await somebody();
    const made = await Promise.all(Array.from({ length: 10 }, () => create(caller)));
    expect(new Set(made.map(({ body }) => body.token_id as string)).size).toBe(10);
    expect(new Set(made.map(({ body }) => body.secret as string)).size).toBe(10);
  });

  it.each<[string, object, number]>([
    ['30 days by default', {}, THIRTY_DAYS],
    ['expires_in seconds', { expires_in: 3600 }, 3600],
    ['one second at least', { expires_in: 1 }, 1],
    ['a year at most', { expires_in: YEAR }, YEAR],
  ])('creates a token that expires %s', async (_what, change, seconds) => {
    const caller = await somebody();
    const before = Date.now();
    const { status, body } = await create(caller, change);
    expect(status).toBe(201);
    const end = Date.parse(body.expires_at as string);
    expect(end).toBeGreaterThanOrEqual(before + seconds * 1000);
    expect(end).toBeLessThanOrEqual(Date.now() + seconds * 1000);
  });

  it('accepts 100 patterns of 256 characters', async () => {
    const long = (index: number): string => `org/${String(index).padStart(251, '0')}/`;
    const resources = Array.from({ length: 100 }, (_item, index) => long(index));
    expect(resources[0]).toHaveLength(256);
    const admin = await t.actors.admin();
    const { status, body } = await create(admin, { resources });
    expect(status).toBe(201);
    const list = await admin.get('/v1/tokens');
    expect(
      (list.body.tokens as (Entry & { resources: string[] })[]).find(
        ({ token_id: id }) => id === body.token_id,
      )?.resources,
    ).toEqual(resources);
  });

  it.each([
    ['org/', 'org/'],
    ['org/', 'org/acme/'],
    ['org/', 'org/*/mcp/*'],
    ['org/acme/', 'org/acme/mcp/files'],
    ['org/acme/', 'org/acme/*'],
    ['org/acme/', 'org/acme/mcp/'],
    ['org/*/mcp/*', 'org/acme/mcp/*'],
    ['org/*/mcp/*', 'org/a*/mcp/f*s'],
    ['org/*/', 'org/acme/'],
    ['catalog', 'catalog'],
  ])('gives a holder of %s the resource %s', async (own, wanted) => {
    const caller = await t.actors.bearer({
      sub: 'giver',
      scopes: ['token:create', 'mcp:resolve'],
      resources: [own],
    });
    expect((await create(caller, { resources: [wanted] })).status).toBe(201);
  });

  it('limits the token to what it was granted', async () => {
    await t.actors.member('limited', 'admin');
    const admin = await t.actors.admin();
    const token = bearerOf(
      await create(admin, { scopes: ['mcp:catalog:read'], resources: ['org/limited/mcp/files'] }),
    );
    expect((await token.get('/v1/org/limited/mcps/files')).status).toBe(404);
    expectForbidden(await token.get('/v1/org/limited/mcps/other'));
    expectForbidden(await token.get('/v1/org/limited/mcps/files/resolve?ref=latest'));
    expectForbidden(await token.get('/v1/catalog'));
    expectForbidden(await token.get('/v1/tokens'));
    expectForbidden(await create(token));
    expectForbidden(await token.delete(`/v1/tokens/mcp_${'a'.repeat(20)}`));
  });
});

describe('POST /v1/tokens: number per user', () => {
  const LIMIT = 1000;

  /** Inserts copies of a token of the user by SQL: far faster than creating them. */
  const addCopies = (tokenId: string, count: number, expiresAt: Date): Promise<unknown[]> =>
    t.rows(
      `INSERT INTO registry_api_token (id, token_id, secret_hash, owner, description, scopes, resources, expires_at,
                                       created_at)
       SELECT gen_random_uuid(), token_id || '-' || n || $3::timestamptz, secret_hash, owner, description, scopes,
              resources, $3, created_at
         FROM registry_api_token, generate_series(1, $2::int) n
        WHERE token_id = $1`,
      [tokenId, count, expiresAt],
    );

  it('is at most a thousand, even for concurrent requests', async () => {
    const caller = await somebody();
    const made = await create(caller);
    await addCopies(made.body.token_id as string, LIMIT - 2, new Date(Date.now() + 60_000));
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await idsOf(caller)).toHaveLength(LIMIT);
    // The limit is per user.
    expect((await create(await somebody())).status).toBe(201);
  });

  it('excludes expired ones, which are deleted', async () => {
    const caller = await somebody();
    const made = await create(caller);
    await addCopies(made.body.token_id as string, LIMIT, new Date(Date.now() - 1000));
    expect((await create(caller)).status).toBe(201);
    const rows = await t.rows(`SELECT id FROM registry_api_token WHERE owner = $1`, [caller.username]);
    expect(rows).toHaveLength(2);
  });
});

describe('POST /v1/tokens with a token', () => {
  it('is 201 or 401, never 500, when that token is deleted concurrently', async () => {
    const caller = await somebody();
    const parent = await create(caller, { scopes: ['token:create'] });
    const child = (): Promise<ApiResponse> => create(bearerOf(parent), { scopes: ['token:create'] });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, child),
      caller.delete(`/v1/tokens/${parent.body.token_id as string}`),
      ...Array.from({ length: 10 }, child),
    ]);
    for (const { status } of answers) expect([201, 204, 401]).toContain(status);
    expect(await idsOf(caller)).toEqual([]);
  });
});

describe('GET /v1/tokens', () => {
  it('lists token_id, description, scopes, resources and expires_at, and no secret', async () => {
    const caller = await somebody();
    const request = {
      description: 'pull from CI — „außen“',
      scopes: ['artifact:download', 'mcp:resolve'],
      resources: ['catalog'],
    };
    const { body: made } = await create(caller, request);
    const { status, body, text } = await caller.get('/v1/tokens');
    expect(status).toBe(200);
    expect(body).toEqual({
      tokens: [{ token_id: made.token_id, expires_at: made.expires_at, ...request }],
    });
    expect(text).not.toContain('sk_');
  });

  it('lists only the tokens of the current user', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const mine = await create(one);
    const theirs = await create(two);
    expect(await idsOf(one)).toEqual([mine.body.token_id]);
    expect(await idsOf(two)).toEqual([theirs.body.token_id]);
    // Not even an administrator of the registry sees those of others.
    const seen = await idsOf(await t.actors.admin());
    expect(seen).not.toContain(mine.body.token_id);
    expect(seen).not.toContain(theirs.body.token_id);
  });

  it('lists the tokens of its owner to a token with token:list', async () => {
    const caller = await somebody();
    const first = await create(caller);
    const lister = await create(caller, { scopes: ['token:list'] });
    expect(new Set(await idsOf(bearerOf(lister)))).toEqual(
      new Set([first.body.token_id, lister.body.token_id]),
    );
  });

  it('answers an empty list to a user without tokens', async () => {
    expect((await (await somebody()).get('/v1/tokens')).body).toEqual({ tokens: [] });
  });
});

describe('DELETE /v1/tokens/{token_id}', () => {
  it('answers 404 for the token of another user, which stays valid', async () => {
    const [owner, thief] = [await somebody(), await somebody()];
    const made = await create(owner, { scopes: ['token:list'] });
    for (const caller of [thief, await t.actors.admin()]) {
      const { status, body } = await caller.delete(`/v1/tokens/${made.body.token_id as string}`);
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' });
    }
    expect((await bearerOf(made).get('/v1/tokens')).status).toBe(200);
    expect(await idsOf(owner)).toEqual([made.body.token_id]);
  });

  it('answers the same 404 for a token of another user and an unknown one', async () => {
    const made = await create(await somebody());
    const thief = await somebody();
    const foreign = await thief.delete(`/v1/tokens/${made.body.token_id as string}`);
    const unknown = await thief.delete(`/v1/tokens/mcp_${'a'.repeat(20)}`);
    expect(foreign.text).toBe(unknown.text);
  });

  it.each(['x', '%25', `mcp_${'A'.repeat(20)}`, `' OR 1=1 --`])('answers 404 for %s', async (id) => {
    const caller = await somebody();
    const made = await create(caller);
    expect((await caller.delete(`/v1/tokens/${encodeURIComponent(id)}`)).status).toBe(404);
    expect(await idsOf(caller)).toEqual([made.body.token_id]);
  });

  it('answers 204; the token is refused with 401 immediately and no longer listed', async () => {
    const caller = await somebody();
    const made = await create(caller, { scopes: ['token:list'] });
    const kept = await create(caller, { scopes: ['token:list'] });
    expect((await bearerOf(made).get('/v1/tokens')).status).toBe(200);
    const { status, text } = await caller.delete(`/v1/tokens/${made.body.token_id as string}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expectUnauthorized(await bearerOf(made).get('/v1/tokens'));
    expect(await idsOf(caller)).toEqual([kept.body.token_id]);
    expect((await bearerOf(kept).get('/v1/tokens')).status).toBe(200);
    expect((await caller.delete(`/v1/tokens/${made.body.token_id as string}`)).status).toBe(404);
  });

  it('lets a token with token:delete delete itself', async () => {
    const caller = await somebody();
    const made = await create(caller, { scopes: ['token:delete'] });
    expect((await bearerOf(made).delete(`/v1/tokens/${made.body.token_id as string}`)).status).toBe(204);
    expectUnauthorized(await bearerOf(made).delete(`/v1/tokens/${made.body.token_id as string}`));
  });
});
