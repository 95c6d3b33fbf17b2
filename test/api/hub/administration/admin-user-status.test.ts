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
const rowOf = async (id: string): Promise<unknown> =>
  (await t.rows('SELECT * FROM hub_user WHERE id = $1', [id]))[0];

describe('suspension', () => {
  it('takes effect on the next request and ends sessions and JWTs; activation accepts new ones', async () => {
    const user = await actors.user();
    await t.rows(
      `INSERT INTO hub_session (id_hash, user_id, created_at, seen_at) VALUES ('x', $1, now(), now())`,
      [user.id],
    );
    const suspended = await admin.post(at(user.id, '/suspend'));
    expect({ status: suspended.status, user: suspended.body.status }).toEqual({
      status: 200,
      user: 'SUSPENDED',
    });
    expect((await user.get('/api/v1/me')).status).toBe(401);
    expect(await t.rows('SELECT 1 FROM hub_session WHERE user_id = $1', [user.id])).toEqual([]);
    expect((await admin.post(at(user.id, '/suspend'))).status).toBe(200);
    const activated = await admin.post(at(user.id, '/activate'));
    expect(activated.body).toMatchObject({ id: user.id, status: 'ACTIVE' });
    expect((await user.get('/api/v1/me')).status).toBe(401);
    expect((await (await actors.again(user)).get('/api/v1/me')).status).toBe(200);
    expect((await eventsOf(t, user.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.suspended',
      'user.activated',
    ]);
  });

  it('leaves the organization’s service tokens valid', async () => {
    const { id, owner } = await actors.organization();
    const token = await actors.serviceToken(id, [`read:org:${id}`]);
    await admin.post(at(owner.id, '/suspend'));
    expect((await token.get('/api/v1/mcps')).status).toBe(200);
  });
});

describe('POST /api/v1/admin/users/bulk/{suspend,activate}', () => {
  it('answers the result for each, in order', async () => {
    const [one, other] = [await actors.user(), await actors.user()];
    const unknown = randomUUID();
    const ids = [other.id, 'x', admin.id, one.id, unknown];
    const { status, body } = await admin.post(`${USERS}/bulk/suspend`, { user_ids: ids });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { id: other.id, ok: true },
        { id: 'x', ok: false, reason: 'user not found' },
        { id: admin.id, ok: false, reason: 'you cannot suspend yourself' },
        { id: one.id, ok: true },
        { id: unknown, ok: false, reason: 'user not found' },
      ],
    });
    expect((await one.get('/api/v1/me')).status).toBe(401);
    const activated = await admin.post(`${USERS}/bulk/activate`, { user_ids: [one.id, other.id] });
    expect(activated.body.results).toEqual([
      { id: one.id, ok: true },
      { id: other.id, ok: true },
    ]);
    expect((await (await actors.again(other)).get('/api/v1/me')).status).toBe(200);
    expect((await eventsOf(t, one.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.suspended',
      'user.activated',
    ]);
  });

  const id = randomUUID();
  it.each<[string, unknown]>([
    ['no list', undefined],
    ['a text', id],
    ['an empty list', []],
    ['101 ids', Array.from({ length: 101 }, () => randomUUID())],
    ['5000 ids', Array.from({ length: 5000 }, () => 'x')],
    ['the same id twice', [id, id]],
    ['numbers', [1]],
    ['objects', [{}]],
    ['null', [null]],
    ['a text with NUL', ['a\u0000']],
  ])('answers 400 for %s', async (_what, ids) => {
    for (const verb of ['suspend', 'activate']) {
      const { status, body } = await admin.post(`${USERS}/bulk/${verb}`, { user_ids: ids });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: expect.stringMatching(/^user_ids /),
      });
    }
  });

  it('accepts a hundred', async () => {
    const ids = Array.from({ length: 100 }, () => randomUUID());
    const { body } = await admin.post(`${USERS}/bulk/suspend`, { user_ids: ids });
    expect(body.results).toHaveLength(100);
  });
});

describe('administrators', () => {
  const role = (caller: HubUserActor, id: string, to: string) =>
    caller.send('PATCH', at(id, '/role'), { json: { role: to } });

  it('cannot suspend, demote or delete themselves', async () => {
    const before = await rowOf(admin.id);
    const refusals = [
      await admin.post(at(admin.id, '/suspend')),
      await role(admin, admin.id, 'USER'),
      await admin.delete(at(admin.id)),
    ];
    for (const { status, body } of refusals) {
      expect({ status, error: body.error }).toEqual({ status: 409, error: 'conflict' });
    }
    expect(await rowOf(admin.id)).toEqual(before);
  });

  it('promote and demote others, effective on their next request', async () => {
    const user = await actors.user();
    expect((await role(admin, user.id, 'PLATFORM_ADMIN')).body).toMatchObject({ role: 'PLATFORM_ADMIN' });
    expect((await user.get(USERS)).status).toBe(200);
    expect((await role(admin, user.id, 'USER')).status).toBe(200);
    expect((await user.get(USERS)).status).toBe(403);
    expect((await eventsOf(t, user.id)).at(-1)).toMatchObject({
      action: 'user.role_changed',
      details: { changes: { role: { from: 'PLATFORM_ADMIN', to: 'USER' } } },
    });
    expect((await role(admin, user.id, 'OWNER')).status).toBe(400);
  });

  type Move = (caller: HubUserActor, id: string) => Promise<ApiResponse>;
  it.each<[string, Move]>([
    ['demoting', (caller, id) => role(caller, id, 'USER')],
    ['suspending', (caller, id) => caller.post(at(id, '/suspend'))],
    ['deleting', (caller, id) => caller.delete(at(id))],
    [
      'suspending by bulk',
      async (caller, id) => {
        const answer = await caller.post(`${USERS}/bulk/suspend`, { user_ids: [id] });
        return answer.body.results?.[0].ok === false ? { ...answer, status: 409 } : answer;
      },
    ],
  ])('always leave one: %s each other concurrently', async (_what, move) => {
    const others = await t.rows<{ id: string }>(
      `UPDATE hub_user SET role = 'USER' WHERE role = 'PLATFORM_ADMIN' RETURNING id`,
    );
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await platformAdmin(t, actors), await platformAdmin(t, actors)];
      const answers = await Promise.all([move(one, other.id), move(other, one.id)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.every((status) => [200, 204, 401, 403, 409].includes(status))).toBe(true);
      const left = await t.rows(
        `SELECT id FROM hub_user WHERE role = 'PLATFORM_ADMIN' AND status = 'ACTIVE'`,
      );
      expect(left).toHaveLength(1);
      await t.rows(`UPDATE hub_user SET role = 'USER' WHERE role = 'PLATFORM_ADMIN'`);
    }
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = ANY($1)`, [
      others.map(({ id }) => id),
    ]);
  });
});

describe('DELETE /api/v1/admin/users/{userId}', () => {
  it('ends sessions and memberships, and keeps the user’s contributions', async () => {
    const { id: orgId } = await actors.organization();
    const member = await actors.member(orgId, 'ADMIN');
    expect((await admin.delete(at(member.id))).status).toBe(204);
    expect((await member.get('/api/v1/me')).status).toBe(401);
    expect((await admin.delete(at(member.id))).status).toBe(404);
    expect(await t.rows('SELECT 1 FROM organization_member WHERE user_id = $1', [member.id])).toEqual([]);
    expect(await rowOf(member.id)).toMatchObject({ status: 'DELETED', email: '' });
    expect(await eventsOf(t, member.id)).toMatchObject([
      { action: 'user.created' },
      { action: 'member.removed', org_id: orgId, actor_id: admin.id, details: { role: 'ADMIN' } },
      { action: 'user.deleted', org_id: null, actor_id: admin.id },
    ]);
  });

  it('answers 409 for the last owner of an organization, and names it', async () => {
    const { id: orgId, slug, owner } = await actors.organization();
    const before = await rowOf(owner.id);
    const { status, body } = await admin.delete(at(owner.id));
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: expect.stringContaining(slug),
    });
    expect(await rowOf(owner.id)).toEqual(before);
    // A suspended owner cannot act for it.
    const second = await actors.member(orgId, 'OWNER');
    await admin.post(at(second.id, '/suspend'));
    expect((await admin.delete(at(owner.id))).status).toBe(409);
    await admin.post(at(second.id, '/activate'));
    expect((await admin.delete(at(owner.id))).status).toBe(204);
  });

  it('leaves an owner when both are deleted concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: orgId, owner } = await actors.organization();
      const second = await actors.member(orgId, 'OWNER');
      const answers = await Promise.all([owner, second].map(({ id }) => admin.delete(at(id))));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await t.rows(`SELECT 1 FROM organization_member WHERE org_id = $1`, [orgId])).toHaveLength(1);
    }
  });
});
