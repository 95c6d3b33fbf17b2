import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashServiceToken } from '../../../../src/hub/accounts/service-tokens/service-token-secret.js';
import type { ApiClient } from '../../../support/api-client.js';
import { useHub } from '../../../support/suite.js';

const DAY_MS = 86_400_000;

const { t, actors } = await useHub();

const tokensOf = (orgId: string): string => `/api/v1/orgs/${orgId}/tokens`;
const request = (change: object = {}) => ({ name: 'ci', scopes: ['read:public'], ...change });
const countOf = async (orgId: string): Promise<number> =>
  (await t.rows('SELECT id FROM service_token WHERE org_id = $1', [orgId])).length;
const eventsOf = (orgId: string, action: string) =>
  t.rows<{ details: Record<string, unknown>; resource_id: string; actor_id: string; actor_name: string }>(
    `SELECT details, resource_id, actor_id, actor_name FROM audit_event
      WHERE org_id = $1 AND action = $2 ORDER BY position`,
    [orgId, action],
  );
const bearer = (token: string): ApiClient => actors.anonymous.as(`Bearer ${token}`);
const daysLeft = (expiresAt: string): number => (Date.parse(expiresAt) - Date.now()) / DAY_MS;

describe('POST /api/v1/orgs/{orgId}/tokens', () => {
  it.each<[string, object, RegExp]>([
    ['no name', { name: undefined }, /^name /],
    ['an empty name', { name: '' }, /^name /],
    ['a name that is too long', { name: 'x'.repeat(101) }, /^name /],
    ['a name with NUL', { name: 'a\u0000' }, /^name /],
    ['a name with half a character', { name: '\ud800' }, /^name /],
    ['a name that is a list', { name: ['ci'] }, /^name /],
    ['a description that is too long', { description: 'x'.repeat(501) }, /^description /],
    ['no scopes', { scopes: undefined }, /^scopes /],
    ['an empty list of scopes', { scopes: [] }, /^scopes /],
    ['scopes that are a text', { scopes: 'read:public' }, /^scopes /],
    ['a scope that is not a string', { scopes: [7] }, /^scopes /],
    ['a scope that is a list', { scopes: [['read:public']] }, /^scopes /],
    ['an unknown scope', { scopes: ['admin:publish'] }, /^scopes /],
    ['a scope twice', { scopes: ['read:public', 'read:public'] }, /^scopes /],
    ['a known scope among unknown ones', { scopes: ['read:public', '__proto__'] }, /^scopes /],
    [
      'more than twenty scopes',
      { scopes: Array.from({ length: 21 }, (_unused, n) => `scope:${n}`) },
      /^scopes /,
    ],
    ['an organization’s scope without its id', { scopes: ['admin:org'] }, /^scopes /],
    ['a scope on another organization', { scopes: [`read:org:${randomUUID()}`] }, /^scopes /],
    ['no day', { expires_in_days: 0 }, /^expires_in_days /],
    ['more than three years', { expires_in_days: 1096 }, /^expires_in_days /],
    ['half a day', { expires_in_days: 0.5 }, /^expires_in_days /],
    ['too many days', { expires_in_days: 1e300 }, /^expires_in_days /],
    ['days as text', { expires_in_days: '30' }, /^expires_in_days /],
  ])('answers 400 naming the field for %s, and creates nothing', async (_what, change, message) => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.post(tokensOf(id), request(change));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(message),
      code: 'BAD_REQUEST',
    });
    expect(await countOf(id)).toBe(0);
    expect(await eventsOf(id, 'token.created')).toEqual([]);
  });

  it('answers 403 to members, and 404 to those outside', async () => {
    const { id } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    expect((await member.post(tokensOf(id), request())).status).toBe(403);
    const { owner: stranger } = await actors.organization();
    expect((await stranger.post(tokensOf(id), request())).status).toBe(404);
    expect(await countOf(id)).toBe(0);
  });

  it('creates a token and shows it once; only its hash and first eight characters are stored', async () => {
    const { id: orgId, owner } = await actors.organization();
    const scopes = [`ci:org:${orgId}`, 'read:public', `read:org:${orgId}`, `admin:org:${orgId}`, 'grc:read'];
    const { status, body, headers } = await owner.post(
      tokensOf(orgId),
      request({ description: 'deploys', scopes }),
    );
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { id, token } = body as { id: string; token: string };
    expect(body).toEqual({
      id: expect.any(String),
      name: 'ci',
      created_by: owner.id,
      description: 'deploys',
      token: expect.stringMatching(/^mcp_tk_[\w-]{43}$/),
      token_prefix: token.slice(0, 8),
      scopes,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(daysLeft(body.expires_at as string)).toBeCloseTo(90, 1);
    const [row] = await t.rows<Record<string, unknown>>('SELECT * FROM service_token WHERE id = $1', [id]);
    expect(row).toMatchObject({ org_id: orgId, token_hash: hashServiceToken(token), created_by: owner.id });
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await bearer(token).get(`/api/v1/orgs/${orgId}`)).status).toBe(200);
  });

  it('creates one with the prefix mcp_svc_ for grc:read only', async () => {
    const { id, owner } = await actors.organization();
    const { body } = await owner.post(tokensOf(id), request({ scopes: ['grc:read'] }));
    expect(body.token).toMatch(/^mcp_svc_[\w-]{43}$/);
    expect(body.token_prefix).toBe('mcp_svc_');
  });

  it.each([1, 30, 365])('creates one with the requested %i days', async (days) => {
    const { id, owner } = await actors.organization();
    const { body } = await owner.post(tokensOf(id), request({ expires_in_days: days }));
    expect(daysLeft(body.expires_at as string)).toBeCloseTo(days, 1);
  });

  it('records an event with the scopes, without the token or its hash', async () => {
    const { id: orgId, owner } = await actors.organization();
    const { id, token, expires_at } = (await owner.post(tokensOf(orgId), request())).body;
    const events = await eventsOf(orgId, 'token.created');
    expect(events).toEqual([
      {
        details: { name: 'ci', scopes: ['read:public'], expires_at },
        resource_id: id,
        actor_id: owner.id,
        actor_name: owner.email,
      },
    ]);
    const all = JSON.stringify(await t.rows('SELECT * FROM audit_event WHERE org_id = $1', [orgId]));
    expect(all).not.toContain(String(token).slice(8));
  });

  it('answers 409 at a thousand valid tokens, also to ten concurrent requests; invalid ones do not count', async () => {
    const { id, owner } = await actors.organization();
    const insert = (count: number, change: string) =>
      t.rows(
        `INSERT INTO service_token
           (id, org_id, name, token_hash, token_prefix, scopes, created_by, created_at, expires_at, revoked_at)
         SELECT gen_random_uuid(), $1, 'many', gen_random_uuid()::text::bytea, 'mcp_tk_x', '{}', gen_random_uuid(),
                now(), ${change}
           FROM generate_series(1, $2)`,
        [id, count],
      );
    await insert(996, `now() + interval '1 day', NULL`);
    await insert(3, `now(), NULL`);
    await insert(3, `now() + interval '1 day', now()`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post(tokensOf(id), request())));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(4).fill(201),
      ...Array<number>(6).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('CONFLICT');
    const [made] = answers.filter(({ status }) => status === 201);
    expect(await eventsOf(id, 'token.created')).toHaveLength(4);
    expect((await owner.delete(`${tokensOf(id)}/${made?.body.id as string}`)).status).toBe(204);
    expect((await owner.post(tokensOf(id), request())).status).toBe(201);
  });
});

describe('a token created with a token', () => {
  const orgWithToken = async (days: number) => {
    const { id, owner } = await actors.organization();
    const { body } = await owner.post(
      tokensOf(id),
      request({ scopes: [`admin:org:${id}`], expires_in_days: days }),
    );
    return { id, maker: bearer(body.token as string), made: body };
  };

  it('cannot outlive it: 400 naming expires_in_days', async () => {
    const { id, maker } = await orgWithToken(10);
    const { status, body } = await maker.post(tokensOf(id), request({ expires_in_days: 11 }));
    expect(status).toBe(400);
    expect(body.message).toMatch(/^expires_in_days /);
    expect(await countOf(id)).toBe(1);
  });

  it('expires with it by default, and is attributed to it in the trail', async () => {
    const { id, maker, made } = await orgWithToken(10);
    const { status, body } = await maker.post(tokensOf(id), request());
    expect(status).toBe(201);
    expect(body.expires_at).toBe(made.expires_at);
    const [, event] = await eventsOf(id, 'token.created');
    expect(event).toMatchObject({ actor_id: made.id, actor_name: 'ci', resource_id: body.id });
  });

  it('may expire earlier', async () => {
    const { id, maker } = await orgWithToken(10);
    expect((await maker.post(tokensOf(id), request({ expires_in_days: 9 }))).status).toBe(201);
  });

  it('is revoked with it, and so are tokens created with either', async () => {
    const { id, owner } = await actors.organization();
    const scopes = [`admin:org:${id}`];
    const made = async (client: Pick<ApiClient, 'post'>, name: string) => {
      const { body } = await client.post(tokensOf(id), request({ name, scopes }));
      return Object.assign(bearer(body.token as string), { id: body.id as string });
    };
    const parent = await made(owner, 'parent');
    const child = await made(parent, 'child');
    const grandchild = await made(child, 'grandchild');
    const stranger = await made(owner, 'stranger');
    expect((await owner.delete(`${tokensOf(id)}/${parent.id}`)).status).toBe(204);
    for (const gone of [parent, child, grandchild]) {
      expect((await gone.get(`/api/v1/orgs/${id}`)).status).toBe(401);
    }
    expect((await stranger.get(`/api/v1/orgs/${id}`)).status).toBe(200);
    expect(await eventsOf(id, 'token.revoked')).toMatchObject([
      { resource_id: parent.id, actor_id: owner.id, details: { name: 'parent' } },
      { resource_id: child.id, details: { name: 'child', revoked_with: parent.id } },
      { resource_id: grandchild.id, details: { name: 'grandchild', revoked_with: parent.id } },
    ]);
  });

  it('does not outlive a concurrent revocation of it', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id, owner } = await actors.organization();
      const parent = await actors.serviceToken(id, [`admin:org:${id}`]);
      const makes = Array.from({ length: 4 }, () => parent.post(tokensOf(id), request()));
      await Promise.all([...makes, owner.delete(`${tokensOf(id)}/${parent.id}`)]);
      const live = await t.rows('SELECT id FROM service_token WHERE org_id = $1 AND revoked_at IS NULL', [
        id,
      ]);
      expect(live).toEqual([]);
    }
  });

  it('is 403 without admin:org, whatever its scopes', async () => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, [`read:org:${id}`, `ci:org:${id}`, 'grc:read']);
    expect((await token.post(tokensOf(id), request())).status).toBe(403);
  });
});
