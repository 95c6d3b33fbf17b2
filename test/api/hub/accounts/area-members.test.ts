import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { areaTools } from '../../../support/areas.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

let org: { id: string; owner: HubUserActor };
const { t, actors } = await useHub();
beforeEach(async () => {
  org = await actors.organization();
});

const pathOf = (...rest: string[]): string => ['/api/v1/orgs', org.id, 'areas', ...rest].join('/');
const anArea = async (): Promise<{ id: string }> => {
  const { status, body, text } = await org.owner.post(pathOf(), { name: 'Platform', slug: 'platform' });
  if (status !== 201) throw new Error(text);
  return { id: body.id as string };
};

const { state, lastEvent, NOT_FOUND, answerOf } = areaTools(() => ({ t, org }));

describe('members of an area', () => {
  const add = (area: string, userId: unknown, role: unknown = 'MEMBER', caller: ApiClient = org.owner) =>
    caller.post(pathOf(area, 'members'), { user_id: userId, role });
  const changeRole = (area: string, userId: string, role: unknown, caller: ApiClient = org.owner) =>
    caller.send('PATCH', pathOf(area, 'members', userId, 'role'), { json: { role } });

  it('POST answers 400 naming the field for an invalid user id or role', async () => {
    const { id } = await anArea();
    const before = await state();
    for (const userId of [undefined, 'x', 7, [org.owner.id], null, '\u0000']) {
      const { status, body } = await add(id, userId);
      expect({ status, field: body.message.split(' ')[0] }).toEqual({ status: 400, field: 'user_id' });
    }
    for (const role of [undefined, 'OWNER', 'lead', 1, null, ['LEAD']]) {
      const { status, body } = await add(id, org.owner.id, role ?? null);
      expect({ status, field: body.message.split(' ')[0] }).toEqual({ status: 400, field: 'role' });
    }
    expect(await state()).toEqual(before);
  });

  it('POST answers 404 for a user outside the organization, as for an unknown one', async () => {
    const { id } = await anArea();
    const stranger = await actors.user();
    const foreign = await actors.organization();
    const deleted = await actors.member(org.id, 'MEMBER');
    await t.rows(`UPDATE hub_user SET status = 'DELETED' WHERE id = $1`, [deleted.id]);
    const before = await state();
    for (const userId of [randomUUID(), stranger.id, foreign.owner.id, deleted.id]) {
      expect(await answerOf(add(id, userId))).toEqual(NOT_FOUND('user'));
    }
    expect(await state()).toEqual(before);
  });

  it('POST, PATCH and DELETE answer 403 to members of the organization, even to leads of the area', async () => {
    const { id } = await anArea();
    const lead = await actors.member(org.id, 'MEMBER');
    const other = await actors.member(org.id, 'MEMBER');
    await add(id, lead.id, 'LEAD');
    const before = await state();
    expect((await add(id, other.id, 'MEMBER', lead)).status).toBe(403);
    expect((await changeRole(id, lead.id, 'VIEWER', lead)).status).toBe(403);
    expect((await lead.delete(pathOf(id, 'members', lead.id))).status).toBe(403);
    expect(await state()).toEqual(before);
  });

  it('POST answers 409 for an existing member, also to five concurrent requests', async () => {
    const { id } = await anArea();
    const member = await actors.member(org.id, 'MEMBER');
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(id, member.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await add(id, member.id, 'LEAD')).status).toBe(409);
  });

  it('are added, listed in that order, given other roles and removed, with an event each', async () => {
    const { id } = await anArea();
    const admin = await actors.member(org.id, 'ADMIN');
    const member = await actors.member(org.id, 'MEMBER');
    const first = await add(id, member.id, 'VIEWER', admin);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      user_id: member.id,
      email: member.email,
      role: 'VIEWER',
      added_at: expect.any(String),
    });
    expect(await lastEvent()).toEqual({
      action: 'area_member.added',
      resource_type: 'area_member',
      resource_id: member.id,
      details: { area_id: id, role: 'VIEWER' },
    });
    const second = await add(id, org.owner.id, 'LEAD');
    const list = (await member.get(pathOf(id, 'members'))).body;
    expect(list).toEqual({ members: [first.body, second.body], total: 2, limit: 20, offset: 0 });
    const part = (await member.get(`${pathOf(id, 'members')}?limit=1&offset=1`)).body;
    expect(part).toEqual({ members: [second.body], total: 2, limit: 1, offset: 1 });
    expect((await member.get(`${pathOf(id, 'members')}?offset=2`)).body).toMatchObject({
      members: [],
      total: 2,
    });

    const changed = await changeRole(id, member.id, 'LEAD', admin);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...first.body, role: 'LEAD' });
    expect(await lastEvent()).toMatchObject({
      action: 'area_member.updated',
      details: { area_id: id, changes: { role: { from: 'VIEWER', to: 'LEAD' } } },
    });
    const before = await state();
    expect((await changeRole(id, member.id, 'LEAD')).status).toBe(200);
    expect(await state()).toEqual(before);

    expect((await admin.delete(pathOf(id, 'members', member.id))).status).toBe(204);
    expect(await lastEvent()).toMatchObject({
      action: 'area_member.removed',
      details: { area_id: id, role: 'LEAD' },
    });
    expect((await admin.delete(pathOf(id, 'members', member.id))).status).toBe(404);
    expect((await member.get(pathOf(id, 'members'))).body.members).toEqual([second.body]);
  });

  it('PATCH answers 400 for an invalid role, 404 for a user outside the area', async () => {
    const { id } = await anArea();
    const member = await actors.member(org.id, 'MEMBER');
    await add(id, org.owner.id);
    const before = await state();
    for (const role of ['OWNER', null, ['LEAD'], 1]) {
      expect((await changeRole(id, org.owner.id, role)).body.message).toMatch(/^role /);
    }
    for (const userId of [member.id, randomUUID(), 'x', '%00']) {
      expect(await answerOf(changeRole(id, userId, 'LEAD'))).toEqual(NOT_FOUND('member'));
    }
    expect(await state()).toEqual(before);
  });

  it('are empty for a new area', async () => {
    const { id } = await anArea();
    expect((await org.owner.get(pathOf(id, 'members'))).body).toMatchObject({ members: [], total: 0 });
  });

  it('never include a user who leaves the organization while being added', async () => {
    const { id } = await anArea();
    for (let n = 0; n < 5; n += 1) {
      const member = await actors.member(org.id, 'MEMBER');
      const [added, removed] = await Promise.all([
        add(id, member.id),
        org.owner.delete(`/api/v1/orgs/${org.id}/members/${member.id}`),
      ]);
      expect([201, 404]).toContain(added.status);
      expect(removed.status).toBe(200);
      expect(await t.rows('SELECT 1 FROM area_member WHERE user_id = $1', [member.id])).toEqual([]);
    }
  });
});
