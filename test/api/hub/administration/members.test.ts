import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const pathOf = (orgId: string, userId?: string): string =>
  `/api/v1/orgs/${orgId}/members${userId === undefined ? '' : `/${userId}`}`;
const toRole = (role: unknown) => ({ json: { role } });

/** The members and the number of events, which a refusal must not change. */
const stateOf = (orgId: string): Promise<unknown> =>
  t.rows(
    `SELECT m.user_id, m.role, (SELECT length FROM audit_chain WHERE id = $1) AS events
       FROM organization_member m WHERE m.org_id = $1 ORDER BY m.user_id`,
    [orgId],
  );
const lastEvent = async (orgId: string): Promise<unknown> =>
  (
    await t.rows(
      `SELECT action, resource_type, resource_id, actor_id, details FROM audit_event
        WHERE chain_id = $1 ORDER BY position DESC LIMIT 1`,
      [orgId],
    )
  )[0];

describe('GET /api/v1/orgs/{orgId}/members', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit=1e1', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=2147483648', 'offset'],
    ['offset=99999999999999999999', 'offset'],
    ['offset=x', 'offset'],
  ])('answers 400 naming the field for ?%s', async (query, field) => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.get(`${pathOf(id)}?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(`^${field} `),
      code: 'BAD_REQUEST',
    });
  });

  it('lists members by the time they joined, in pages, with a total', async () => {
    const { id, owner } = await actors.organization();
    const second = await actors.member(id, 'MEMBER');
    const third = await actors.member(id, 'ADMIN');
    const { status, body } = await second.get(pathOf(id));
    expect(status).toBe(200);
    expect(body).toEqual({
      members: [
        { ...shown(owner), role: 'OWNER' },
        { ...shown(second), role: 'MEMBER' },
        { ...shown(third), role: 'ADMIN' },
      ],
      total: 3,
      limit: 20,
      offset: 0,
    });
    const part = (await second.get(`${pathOf(id)}?limit=1&offset=1`)).body;
    expect(part).toEqual({ members: [body.members[1]], total: 3, limit: 1, offset: 1 });
    const beyond = (await second.get(`${pathOf(id)}?offset=2147483647`)).body;
    expect(beyond).toEqual({ members: [], total: 3, limit: 20, offset: 2147483647 });
  });

  it('includes suspended users, but not deleted ones', async () => {
    const { id, owner } = await actors.organization();
    const suspended = await actors.member(id, 'MEMBER');
    const deleted = await actors.member(id, 'MEMBER');
    await setStatus(suspended.id, 'SUSPENDED');
    await setStatus(deleted.id, 'DELETED');
    const { body } = await owner.get(pathOf(id));
    expect(body.members.map((member: { user_id: string }) => member.user_id)).toEqual([
      owner.id,
      suspended.id,
    ]);
    expect(body.total).toBe(2);
  });
});

const shown = ({ id, email }: { id: string; email: string }) => ({
  user_id: id,
  email,
  name: email.split('@')[0],
  joined_at: expect.any(String),
});
const setStatus = (userId: string, status: string) =>
  t.rows('UPDATE hub_user SET status = $2 WHERE id = $1', [userId, status]);

describe('PATCH /api/v1/orgs/{orgId}/members/{userId}', () => {
  it.each<[string, object]>([
    ['no role', {}],
    ['an unknown role', { role: 'LEAD' }],
    ['a role in small letters', { role: 'owner' }],
    ['a role that is a list', { role: ['ADMIN'] }],
    ['a role that is an object', { role: { a: 1 } }],
    ['a role that is null', { role: null }],
  ])('answers 400 naming the role for %s', async (_what, json) => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const before = await stateOf(id);
    const { status, body } = await owner.send('PATCH', pathOf(id, member.id), { json });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^role /);
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 404 for users who are not members, deleted users and invalid ids', async () => {
    const { id, owner } = await actors.organization();
    const foreign = await actors.organization();
    const stranger = await actors.user();
    const deleted = await actors.member(id, 'MEMBER');
    await setStatus(deleted.id, 'DELETED');
    const before = await stateOf(id);
    const ids = [randomUUID(), foreign.owner.id, stranger.id, deleted.id, 'x', '%00'];
    for (const userId of ids) {
      const { status, body } = await owner.send('PATCH', pathOf(id, userId), toRole('ADMIN'));
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'not_found', message: 'member not found', code: 'NOT_FOUND' },
      });
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 403 to members, and to an admin who creates, changes or becomes an owner', async () => {
    const { id, owner } = await actors.organization();
    const admin = await actors.member(id, 'ADMIN');
    const member = await actors.member(id, 'MEMBER');
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    const before = await stateOf(id);
    expect((await member.send('PATCH', pathOf(id, member.id), toRole('MEMBER'))).status).toBe(403);
    for (const caller of [admin, token]) {
      expect((await caller.send('PATCH', pathOf(id, member.id), toRole('OWNER'))).status).toBe(403);
      expect((await caller.send('PATCH', pathOf(id, admin.id), toRole('OWNER'))).status).toBe(403);
      expect((await caller.send('PATCH', pathOf(id, owner.id), toRole('MEMBER'))).status).toBe(403);
      expect((await caller.send('PATCH', pathOf(id, owner.id), toRole('OWNER'))).status).toBe(403);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 409 when the last owner would be demoted; suspended or deleted ones do not count', async () => {
    const { id, owner } = await actors.organization();
    for (const status of ['SUSPENDED', 'DELETED']) {
      await setStatus((await actors.member(id, 'OWNER')).id, status);
    }
    const before = await stateOf(id);
    const { status, body } = await owner.send('PATCH', pathOf(id, owner.id), toRole('ADMIN'));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' });
    expect(await stateOf(id)).toEqual(before);
  });

  it('leaves one of two owners who demote each other concurrently', async () => {
    const { id, owner } = await actors.organization();
    const other = await actors.member(id, 'OWNER');
    const answers = await Promise.all([
      owner.send('PATCH', pathOf(id, other.id), toRole('MEMBER')),
      other.send('PATCH', pathOf(id, owner.id), toRole('MEMBER')),
    ]);
    // The later one is no longer an owner, or would be the last.
    const [done, refused] = answers.map(({ status }) => status).sort();
    expect(done).toBe(200);
    expect([403, 409]).toContain(refused);
    expect(await ownersOf(id)).toBe(1);
  });

  it('leaves one of ten owners who all step down concurrently', async () => {
    const { id, owner } = await actors.organization();
    const owners = [owner];
    for (let n = 1; n < 10; n += 1) owners.push(await actors.member(id, 'OWNER'));
    const answers = await Promise.all(
      owners.map((each, n) =>
        n % 2 === 0
          ? each.send('PATCH', pathOf(id, each.id), toRole('ADMIN'))
          : each.delete(pathOf(id, each.id)),
      ),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await ownersOf(id)).toBe(1);
  });

  it('assigns the role, effective on the next request', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const { status, body } = await owner.send('PATCH', pathOf(id, member.id), { json: { role: 'ADMIN' } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...shown(member), role: 'ADMIN' });
    expect((await member.get('/api/v1/me')).body.orgs).toMatchObject([{ id, role: 'ADMIN' }]);
    expect(await lastEvent(id)).toEqual({
      action: 'member.updated',
      resource_type: 'member',
      resource_id: member.id,
      actor_id: owner.id,
      details: { changes: { role: { from: 'MEMBER', to: 'ADMIN' } } },
    });
  });

  it('lets admins and tokens with admin:org promote and demote admins', async () => {
    const { id } = await actors.organization();
    const admin = await actors.member(id, 'ADMIN');
    const member = await actors.member(id, 'MEMBER');
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    expect((await admin.send('PATCH', pathOf(id, member.id), toRole('ADMIN'))).status).toBe(200);
    expect((await token.send('PATCH', pathOf(id, member.id), toRole('MEMBER'))).status).toBe(200);
    expect((await admin.send('PATCH', pathOf(id, admin.id), toRole('MEMBER'))).status).toBe(200);
    expect((await admin.send('PATCH', pathOf(id, admin.id), toRole('ADMIN'))).status).toBe(403);
  });

  it('changes and records nothing for the current role, even of the last owner', async () => {
    const { id, owner } = await actors.organization();
    const before = await stateOf(id);
    expect((await owner.send('PATCH', pathOf(id, owner.id), toRole('OWNER'))).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });
});

const ownersOf = async (orgId: string): Promise<number> =>
  (await t.rows(`SELECT 1 FROM organization_member WHERE org_id = $1 AND role = 'OWNER'`, [orgId])).length;
