import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf, platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

let admin: HubUserActor;
const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '100000' });
beforeAll(async () => {
  admin = await platformAdmin(t, actors);
});

const ORGS = '/api/v1/admin/orgs';
const at = (id: string, rest = ''): string => `${ORGS}/${id}${rest}`;
const newSlug = (): string => `org-${randomUUID().slice(0, 13)}`;
const request = (slug: string, change: object = {}) => ({
  name: 'Acme',
  slug,
  display_name: 'Acme Inc.',
  ...change,
});
const rowOf = async (id: string): Promise<unknown> =>
  (await t.rows('SELECT * FROM organization WHERE id = $1', [id]))[0];
const start = async (change: object = {}): Promise<{ id: string; slug: string }> => {
  const { status, body, text } = await admin.post(ORGS, request(newSlug(), change));
  if (status !== 201) throw new Error(text);
  return body as { id: string; slug: string };
};
const put = (id: string, json: object): Promise<ApiResponse> => admin.send('PUT', at(id), { json });
const idsIn = ({ body }: ApiResponse): string[] => body.orgs.map(({ id }: { id: string }) => id);

describe('the administration of organizations', () => {
  it.each<[string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]>([
    ['list', 'GET', ''],
    ['show', 'GET', '/{id}'],
    ['begin', 'POST', ''],
    ['change', 'PUT', '/{id}'],
    ['plan', 'PATCH', '/{id}/plan'],
    ['suspend', 'POST', '/{id}/suspend'],
    ['activate', 'POST', '/{id}/activate'],
    ['delete', 'DELETE', '/{id}'],
  ])('is for platform administrators only, not for owners: %s', async (_what, method, path) => {
    const { id, owner } = await actors.organization();
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    const before = await rowOf(id);
    const json = method === 'GET' || method === 'DELETE' ? undefined : { plan: 'FREE', name: 'N' };
    const send = async (caller: { send: HubUserActor['send'] }) =>
      (await caller.send(method, ORGS + path.replace('{id}', id), { json })).status;
    expect(await send(actors.anonymous)).toBe(401);
    expect(await send(owner)).toBe(403);
    expect(await send(token)).toBe(403);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each(['x', '%00', randomUUID(), randomUUID().toUpperCase()])(
    'answers 404 for the organization %s',
    async (id) => {
      expect((await admin.get(at(id))).status).toBe(404);
      expect((await put(id, { name: 'N' })).status).toBe(404);
      expect((await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'PRO' } })).status).toBe(404);
      expect((await admin.post(at(id, '/suspend'))).status).toBe(404);
      expect((await admin.post(at(id, '/activate'))).status).toBe(404);
      expect((await admin.delete(at(id))).status).toBe(404);
    },
  );
});

describe('GET /api/v1/admin/orgs', () => {
  it.each<[string, RegExp]>([
    ['limit=0', /^limit /],
    ['limit=x', /^limit /],
    ['offset=1&offset=1', /^offset /],
    ['status=GONE', /^status /],
    ['plan=', /^plan /],
    ['q=%00', /^q /],
  ])('answers 400 for %s', async (query, message) => {
    const { status, body } = await admin.get(`${ORGS}?${query}`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  it('searches and filters all of them, newest first', async () => {
    const mark = `m${randomUUID().slice(0, 8)}`;
    const one = await start({ display_name: `100% ${mark}` });
    const other = await start({ name: mark, plan: 'PRO' });
    const third = await start({ slug: `${mark}-x`, plan: 'ENTERPRISE' });
    const find = (query: string) => admin.get(`${ORGS}?q=${mark.toUpperCase()}&${query}`);
    expect(idsIn(await find(''))).toEqual([third.id, other.id, one.id]);
    expect((await find('limit=1&offset=1')).body).toMatchObject({
      orgs: [{ id: other.id, plan: 'PRO' }],
      total: 3,
      limit: 1,
      offset: 1,
    });
    expect(idsIn(await find('plan=ENTERPRISE'))).toEqual([third.id]);
    expect(idsIn(await admin.get(`${ORGS}?q=${encodeURIComponent(`0% ${mark}`)}`))).toEqual([one.id]);
    expect(idsIn(await admin.get(`${ORGS}?q=${encodeURIComponent(`0_ ${mark}`)}`))).toEqual([]);
    await admin.post(at(one.id, '/suspend'));
    await admin.delete(at(other.id));
    expect(idsIn(await find('status=SUSPENDED'))).toEqual([one.id]);
    expect((await find('status=DELETED')).body.orgs).toMatchObject([{ id: other.id, status: 'DELETED' }]);
    expect(idsIn(await find(''))).toEqual([third.id, one.id]);
  });
});

describe('POST /api/v1/admin/orgs', () => {
  it.each<[string, object, RegExp]>([
    ['no slug', { slug: undefined }, /^slug /],
    ['a slug with a slash', { slug: 'a/b' }, /^slug must be 1 to 39/],
    ['no name', { name: undefined }, /^name /],
    ['an unknown plan', { plan: 'GOLD' }, /^plan /],
    ['an owner without address', { owner_email: 'alice' }, /^owner_email /],
  ])('answers 400 naming the field for %s', async (_what, change, message) => {
    const { status, body } = await admin.post(ORGS, request(newSlug(), change));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  it('answers 409 for a slug that is taken, in any spelling, even by a deleted organization, and to ten concurrent requests', async () => {
    const slug = newSlug();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_unused, index) =>
        admin.post(ORGS, request(index % 2 === 0 ? slug : slug.toUpperCase())),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    const started = answers.find(({ status }) => status === 201);
    expect((await admin.delete(at(started?.body.id as string))).status).toBe(204);
    expect((await admin.post(ORGS, request(slug))).status).toBe(409);
  });

  it('makes the active user with the verified address its owner', async () => {
    const user = await actors.user();
    const slug = newSlug();
    const { status, body } = await admin.post(
      ORGS,
      request(slug, { plan: 'PRO', owner_email: user.email.toUpperCase() }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Acme',
      slug,
      display_name: 'Acme Inc.',
      plan: 'PRO',
      status: 'ACTIVE',
      api_calls_per_min: null,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect((await user.get('/api/v1/me')).body.orgs).toEqual([{ id: body.id, slug, role: 'OWNER' }]);
    expect((await admin.get(at(body.id as string))).body).toEqual(body);
    expect(await eventsOf(t, body.id as string)).toMatchObject([
      {
        action: 'organization.created',
        org_id: body.id,
        actor_id: admin.id,
        details: { slug, plan: 'PRO', owner_id: user.id },
      },
    ]);
  });

  it.each<[string, (user: HubUserActor) => Promise<unknown>]>([
    ['no user has', () => Promise.resolve()],
    [
      'no user has verified',
      ({ id }) => t.rows(`UPDATE hub_user SET email_verified = false WHERE id = $1`, [id]),
    ],
    ['belongs to a suspended user', ({ id }) => admin.post(`/api/v1/admin/users/${id}/suspend`)],
  ])('invites an owner whose address %s', async (what, prepare) => {
    const user = await actors.user();
    await prepare(user);
    const email = what === 'no user has' ? `New.${randomUUID()}@example.com` : user.email;
    const { id } = await start({ owner_email: email });
    expect(await t.rows('SELECT user_id FROM organization_member WHERE org_id = $1', [id])).toEqual([]);
    const invitations = await t.rows(
      `SELECT email, email_key, role, status, invited_by, expires_at > now() + interval '6 days' AS lasts
         FROM invitation WHERE org_id = $1`,
      [id],
    );
    expect(invitations).toEqual([
      {
        email,
        email_key: email.toLowerCase(),
        role: 'OWNER',
        status: 'PENDING',
        invited_by: admin.id,
        lasts: true,
      },
    ]);
  });
});

describe('PUT /api/v1/admin/orgs/{orgId}', () => {
  it('changes names, and neither slug nor plan nor status', async () => {
    const { id, slug } = await start();
    const { status, body } = await put(id, {
      name: 'New',
      display_name: 'Newer',
      slug: 'other',
      plan: 'PRO',
      status: 'DELETED',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      slug,
      name: 'New',
      display_name: 'Newer',
      plan: 'FREE',
      status: 'ACTIVE',
    });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({
      action: 'organization.updated',
      org_id: id,
      details: {
        changes: {
          name: { from: 'Acme', to: 'New' },
          display_name: { from: 'Acme Inc.', to: 'Newer' },
        },
      },
    });
  });

  it('sets the limit of organizations on the Enterprise plan only', async () => {
    const { id } = await start();
    const before = await rowOf(id);
    const refused = await put(id, { name: 'New', api_calls_per_min: 100 });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/^api_calls_per_min /);
    expect((await put(id, { api_calls_per_min: null })).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);
    await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'ENTERPRISE' } });
    for (const limit of [1, 5000, null]) {
      expect((await put(id, { api_calls_per_min: limit })).body.api_calls_per_min).toBe(limit);
    }
    for (const limit of [0, 5001, 1.5, '100', [1], {}, 1e300, true]) {
      const { status, body } = await put(id, { api_calls_per_min: limit });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: expect.stringMatching(/^api_calls_per_min /),
      });
    }
  });

  it('applies the limit from the next request of a member on', async () => {
    const { id } = await start({ plan: 'ENTERPRISE' });
    await put(id, { api_calls_per_min: 4321 });
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    expect((await token.get(`/api/v1/orgs/${id}`)).headers.get('x-ratelimit-limit')).toBe('4321');
  });

  it('assigns a payment customer to a single organization', async () => {
    const [one, other] = [await start(), await start()];
    const customer = `cus_${randomUUID()}`;
    const answers = await Promise.all([one, other].map(({ id }) => put(id, { payment_customer: customer })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { id } of [one, other]) await admin.delete(at(id));
    const third = await start();
    expect((await put(third.id, { payment_customer: customer })).status).toBe(200);
    expect((await put(third.id, { payment_customer: null })).status).toBe(200);
    for (const bad of ['', 'a\u0000', 7, 'x'.repeat(256)]) {
      expect((await put(third.id, { payment_customer: bad })).status).toBe(400);
    }
  });

  it('records nothing when nothing changes', async () => {
    const { id } = await start();
    const before = await rowOf(id);
    for (const json of [{}, { name: 'Acme' }, { api_calls_per_min: null }]) {
      expect((await put(id, json)).status).toBe(200);
    }
    await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'FREE' } });
    await admin.post(at(id, '/activate'));
    expect(await rowOf(id)).toEqual(before);
    expect(await eventsOf(t, id)).toHaveLength(1);
  });

  it.each([{ name: '' }, { display_name: ['x'] }])('answers 400 for %j', async (json) => {
    const { id } = await start();
    expect((await put(id, json)).status).toBe(400);
  });
});

describe('PATCH /api/v1/admin/orgs/{orgId}/plan', () => {
  it('changes the plan', async () => {
    const { id } = await start();
    const { status, body } = await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'ENTERPRISE' } });
    expect({ status, plan: body.plan }).toEqual({ status: 200, plan: 'ENTERPRISE' });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({
      action: 'organization.plan_changed',
      org_id: id,
      actor_type: 'user',
      details: { changes: { plan: { from: 'FREE', to: 'ENTERPRISE' } } },
    });
    expect((await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'X' } })).status).toBe(400);
  });
});

describe('suspension and deletion', () => {
  it('blocks members (403) and tokens (401) from the next request on, until activation', async () => {
    const { id, owner } = await actors.organization();
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    const path = `/api/v1/orgs/${id}`;
    const suspended = await admin.post(at(id, '/suspend'));
    expect({ status: suspended.status, org: suspended.body.status }).toEqual({
      status: 200,
      org: 'SUSPENDED',
    });
    expect([(await owner.get(path)).status, (await token.get(path)).status]).toEqual([403, 401]);
    expect((await admin.post(at(id, '/suspend'))).status).toBe(200);
    expect((await admin.post(at(id, '/activate'))).body.status).toBe('ACTIVE');
    expect([(await owner.get(path)).status, (await token.get(path)).status]).toEqual([200, 200]);
    expect((await eventsOf(t, id)).map(({ action }) => action)).toEqual([
      'organization.created',
      'organization.suspended',
      'organization.activated',
    ]);
  });

  it('soft-deletes: it is found no more, and its audit trail stays', async () => {
    const { id, owner } = await actors.organization();
    expect((await admin.delete(at(id))).status).toBe(204);
    expect((await owner.get(`/api/v1/orgs/${id}`)).status).toBe(404);
    expect((await admin.get(at(id))).status).toBe(404);
    expect((await admin.delete(at(id))).status).toBe(404);
    expect((await admin.post(at(id, '/activate'))).status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ status: 'DELETED' });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({ action: 'organization.deleted', org_id: id });
  });

  it('has one effect and one event for concurrent requests', async () => {
    const { id } = await start();
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.delete(at(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(5).fill(404)]);
    expect((await eventsOf(t, id)).map(({ action }) => action)).toEqual([
      'organization.created',
      'organization.deleted',
    ]);
  });
});
