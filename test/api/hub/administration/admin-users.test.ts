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

const USERS = '/api/v1/admin/users';
const at = (id: string, rest = ''): string => `${USERS}/${id}${rest}`;
const newEmail = (): string => `new-${randomUUID()}@example.com`;
const rowOf = async (id: string): Promise<unknown> =>
  (await t.rows('SELECT * FROM hub_user WHERE id = $1', [id]))[0];
const countOf = async (email: string): Promise<number> =>
  (await t.rows('SELECT id FROM hub_user WHERE email_key = lower($1)', [email])).length;
const idsIn = ({ body }: ApiResponse): string[] => body.users.map(({ id }: { id: string }) => id);

describe('the administration of users', () => {
  it.each<[string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]>([
    ['list', 'GET', ''],
    ['show', 'GET', '/{id}'],
    ['make', 'POST', ''],
    ['change', 'PUT', '/{id}'],
    ['plan', 'PATCH', '/{id}/plan'],
    ['role', 'PATCH', '/{id}/role'],
    ['suspend', 'POST', '/{id}/suspend'],
    ['activate', 'POST', '/{id}/activate'],
    ['delete', 'DELETE', '/{id}'],
    ['suspend several', 'POST', '/bulk/suspend'],
    ['activate several', 'POST', '/bulk/activate'],
  ])('is for platform administrators only: %s', async (_what, method, path) => {
    const { id } = await actors.user();
    const organization = await actors.organization();
    const token = await actors.serviceToken(organization.id, [`admin:org:${organization.id}`]);
    const before = await rowOf(id);
    const json =
      method === 'GET' || method === 'DELETE' ? undefined : { role: 'PLATFORM_ADMIN', user_ids: [id] };
    const send = async (caller: { send: HubUserActor['send'] }) =>
      (await caller.send(method, USERS + path.replace('{id}', id), { json })).status;
    expect(await send(actors.anonymous)).toBe(401);
    expect(await send(organization.owner)).toBe(403);
    expect(await send(token)).toBe(403);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each(['x', '%00', randomUUID(), randomUUID().toUpperCase(), '__proto__'])(
    'answers 404 for the user %s',
    async (id) => {
      expect((await admin.get(at(id))).status).toBe(404);
      expect((await admin.send('PUT', at(id), { json: { name: 'N' } })).status).toBe(404);
      expect((await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'PRO' } })).status).toBe(404);
      expect((await admin.send('PATCH', at(id, '/role'), { json: { role: 'USER' } })).status).toBe(404);
      expect((await admin.post(at(id, '/suspend'))).status).toBe(404);
      expect((await admin.post(at(id, '/activate'))).status).toBe(404);
      expect((await admin.delete(at(id))).status).toBe(404);
    },
  );
});

describe('GET /api/v1/admin/users', () => {
  it.each<[string, RegExp]>([
    ['limit=0', /^limit /],
    ['limit=101', /^limit /],
    ['limit=1.5', /^limit /],
    ['limit=1&limit=2', /^limit /],
    ['offset=-1', /^offset /],
    ['offset=2147483648', /^offset /],
    ['status=active', /^status must be one of the following values: ACTIVE, SUSPENDED, DELETED/],
    ['plan=GOLD', /^plan /],
    ['role=OWNER', /^role /],
    ['role=USER&role=USER', /^role /],
    ['q=%00', /^q /],
    [`q=${'x'.repeat(201)}`, /^q /],
    ['q=a&q=b', /^q /],
  ])('answers 400 for %s', async (query, message) => {
    const { status, body } = await admin.get(`${USERS}?${query}`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  it('finds literal text in e-mail address and name, ignoring case', async () => {
    const mark = randomUUID().slice(0, 8);
    const make = async (email: string, name: string): Promise<string> =>
      (await admin.post(USERS, { email, name })).body.id as string;
    const percent = await make(`a%b-${mark}@example.com`, 'One');
    const plain = await make(`axb-${mark}@example.com`, `Zoë_${mark}`);
    const find = async (q: string) => idsIn(await admin.get(`${USERS}?q=${encodeURIComponent(q)}`));
    expect(await find(`A%B-${mark}`)).toEqual([percent]);
    expect(await find(`b-${mark.toUpperCase()}@`)).toEqual([plain, percent]);
    expect(await find(`_${mark}`)).toEqual([plain]);
    expect(await find(`\\${mark}`)).toEqual([]);
  });

  it('filters by status, plan and role, newest first, in pages with a total', async () => {
    const mark = `page-${randomUUID().slice(0, 8)}`;
    const make = async (plan: string): Promise<string> => {
      const request = { email: `${mark}-${plan}@example.com`, name: mark, plan };
      return (await admin.post(USERS, request)).body.id as string;
    };
    const [free, pro, enterprise] = [await make('FREE'), await make('PRO'), await make('ENTERPRISE')];
    const find = (query: string) => admin.get(`${USERS}?q=${mark}&${query}`);
    const all = await find('limit=2');
    expect(idsIn(all)).toEqual([enterprise, pro]);
    expect(all.body).toMatchObject({ total: 3, limit: 2, offset: 0 });
    expect(idsIn(await find('offset=2'))).toEqual([free]);
    expect((await find('offset=2147483647')).body).toMatchObject({ users: [], total: 3, limit: 20 });
    expect(idsIn(await find('plan=PRO'))).toEqual([pro]);
    await admin.post(at(enterprise, '/suspend'));
    expect(idsIn(await find('status=SUSPENDED'))).toEqual([enterprise]);
    expect(idsIn(await find('status=ACTIVE'))).toEqual([pro, free]);
    await admin.send('PATCH', at(pro, '/role'), { json: { role: 'PLATFORM_ADMIN' } });
    expect(idsIn(await find('role=PLATFORM_ADMIN'))).toEqual([pro]);
    expect(idsIn(await find('role=USER&status=ACTIVE'))).toEqual([free]);
  });

  it('lists deleted users only when filtered by that status', async () => {
    const email = newEmail();
    const { id } = (await admin.post(USERS, { email, name: 'Gone' })).body as { id: string };
    expect((await admin.delete(at(id))).status).toBe(204);
    expect(idsIn(await admin.get(`${USERS}?q=${email}`))).toEqual([]);
    const { body } = await admin.get(`${USERS}?status=DELETED&limit=1`);
    expect(body.users).toMatchObject([{ id, status: 'DELETED', email: '', name: '' }]);
    expect((await admin.get(at(id))).status).toBe(404);
    expect((await admin.post(at(id, '/activate'))).status).toBe(404);
  });
});

describe('POST /api/v1/admin/users', () => {
  it.each<[string, object, RegExp]>([
    ['no e-mail address', { email: undefined }, /^email /],
    ['an address without @', { email: 'alice' }, /^email /],
    ['an address with NUL', { email: 'a\u0000@example.com' }, /^email /],
    ['an address with a lone surrogate', { email: 'a\ud800@example.com' }, /^email /],
    ['an address that is a list', { email: ['a@example.com'] }, /^email /],
    ['no name', { name: undefined }, /^name /],
    ['a name that is too long', { name: 'x'.repeat(201) }, /^name /],
    ['a name with NUL', { name: 'a\u0000' }, /^name /],
    ['an unknown plan', { plan: 'gold' }, /^plan must be one of the following values: FREE, PRO, ENTERPRISE/],
    ['an unknown role', { role: 'OWNER' }, /^role must be one of the following values: USER, PLATFORM_ADMIN/],
  ])('answers 400 naming the field for %s', async (_what, change, message) => {
    const { status, body } = await admin.post(USERS, { email: newEmail(), name: 'N', ...change });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  it('answers 409 when the address is taken, in any spelling, also to ten concurrent requests', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_unused, index) =>
        admin.post(USERS, { email: index % 2 === 0 ? email : email.toUpperCase(), name: 'N' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await countOf(email)).toBe(1);
    const { email: taken } = await actors.user();
    expect((await admin.post(USERS, { email: taken, name: 'N' })).status).toBe(409);
    expect(await countOf(taken)).toBe(1);
  });

  it('creates a user who has not signed in yet', async () => {
    const email = newEmail();
    const { status, body } = await admin.post(USERS, { email, name: 'New', plan: 'PRO' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email,
      email_verified: false,
      name: 'New',
      plan: 'PRO',
      role: 'USER',
      registry_role: null,
      status: 'ACTIVE',
      created_at: expect.any(String),
      last_login_at: null,
    });
    expect((await admin.get(at(body.id))).body).toEqual(body);
    expect(await rowOf(body.id as string)).toMatchObject({ subject: null, email_verified: false });
    expect(await eventsOf(t, body.id as string)).toEqual([
      {
        action: 'user.created',
        org_id: null,
        actor_id: admin.id,
        actor_type: 'user',
        actor_name: admin.email,
        details: { email, plan: 'PRO', role: 'USER' },
      },
    ]);
  });

  it('frees the address of a deleted user', async () => {
    const request = { email: newEmail(), name: 'N' };
    const { body } = await admin.post(USERS, request);
    await admin.delete(at(body.id as string));
    expect((await admin.post(USERS, request)).status).toBe(201);
  });
});

describe('PUT /api/v1/admin/users/{userId}', () => {
  it('changes e-mail address and name; a changed address is not verified', async () => {
    const { id } = await actors.user();
    const email = newEmail();
    const { status, body } = await admin.send('PUT', at(id), {
      json: { email, name: 'Other', plan: 'ENTERPRISE', role: 'PLATFORM_ADMIN' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, email, name: 'Other', plan: 'FREE', role: 'USER' });
    expect(await rowOf(id)).toMatchObject({ email_key: email, email_verified: false });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({
      action: 'user.updated',
      details: { changes: { email: { to: email }, name: { to: 'Other' } } },
    });
  });

  it('keeps an unchanged address verified', async () => {
    const { id, email } = await actors.user();
    await t.rows('UPDATE hub_user SET email_verified = true WHERE id = $1', [id]);
    expect((await admin.send('PUT', at(id), { json: { email, name: 'Renamed' } })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ email_verified: true });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({
      details: { changes: { name: { to: 'Renamed' } } },
    });
    const moved = newEmail();
    await admin.send('PUT', at(id), { json: { email: moved } });
    expect((await eventsOf(t, id)).at(-1)).toMatchObject({
      details: { changes: { email: { from: email, to: moved }, email_verified: { from: true, to: false } } },
    });
  });

  it('records nothing when nothing changes', async () => {
    const { id, email } = await actors.user();
    const before = await rowOf(id);
    expect((await admin.send('PUT', at(id), { json: { email } })).status).toBe(200);
    expect((await admin.send('PUT', at(id), { json: {} })).status).toBe(200);
    expect((await admin.send('PATCH', at(id, '/plan'), { json: { plan: 'FREE' } })).status).toBe(200);
    expect((await admin.post(at(id, '/activate'))).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);
    expect((await eventsOf(t, id)).map(({ action }) => action)).toEqual(['user.created']);
  });

  it('answers 409 for the address of another user, also in a race', async () => {
    const [one, other] = [await actors.user(), await actors.user()];
    expect((await admin.send('PUT', at(one.id), { json: { email: other.email } })).status).toBe(409);
    const email = newEmail();
    const expected: string[] = [];
    for (const name of ['One', 'Other']) {
      expected.push((await admin.post(USERS, { email: newEmail(), name })).body.id as string);
    }
    const answers = await Promise.all(expected.map((id) => admin.send('PUT', at(id), { json: { email } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countOf(email)).toBe(1);
  });

  it.each([{ email: 'x' }, { name: '' }, { name: 7 }])('answers 400 for %j', async (json) => {
    const { id } = await actors.user();
    expect((await admin.send('PUT', at(id), { json })).status).toBe(400);
  });
});

describe('PATCH /api/v1/admin/users/{userId}/plan', () => {
  it('changes the plan from the next request on', async () => {
    const user = await actors.user();
    const { status, body } = await admin.send('PATCH', at(user.id, '/plan'), { json: { plan: 'PRO' } });
    expect({ status, plan: body.plan }).toEqual({ status: 200, plan: 'PRO' });
    expect((await user.get('/api/v1/me')).body.plan).toBe('PRO');
    expect((await eventsOf(t, user.id)).at(-1)).toMatchObject({
      action: 'user.plan_changed',
      details: { changes: { plan: { from: 'FREE', to: 'PRO' } } },
    });
  });

  it.each([{}, { plan: 'GOLD' }, { plan: null }, { plan: ['PRO'] }])('answers 400 for %j', async (json) => {
    const { id } = await actors.user();
    const { status, body } = await admin.send('PATCH', at(id, '/plan'), { json });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^plan /),
    });
  });
});
