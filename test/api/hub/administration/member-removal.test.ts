import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const pathOf = (orgId: string, userId?: string): string =>
  `/api/v1/orgs/${orgId}/members${userId === undefined ? '' : `/${userId}`}`;

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

describe('DELETE /api/v1/orgs/{orgId}/members/{userId}', () => {
  it('answers 403 to members who remove others, and to admins and tokens that remove an owner', async () => {
    const { id, owner } = await actors.organization();
    const admin = await actors.member(id, 'ADMIN');
    const member = await actors.member(id, 'MEMBER');
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    await actors.member(id, 'OWNER');
    const before = await stateOf(id);
    for (const userId of [owner.id, admin.id, randomUUID()]) {
      expect((await member.delete(pathOf(id, userId))).status).toBe(403);
    }
    for (const caller of [admin, token]) expect((await caller.delete(pathOf(id, owner.id))).status).toBe(403);
    for (const scope of ['read:org', 'ci:org']) {
      const weak = await actors.serviceToken(id, [`${scope}:${id}`]);
      expect((await weak.delete(pathOf(id, member.id))).status).toBe(403);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 404 for a user who is not a member', async () => {
    const { id, owner } = await actors.organization();
    const foreign = await actors.organization();
    for (const userId of [randomUUID(), foreign.owner.id, 'x', '%00']) {
      const { status, body } = await owner.delete(pathOf(id, userId));
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'member not found' });
    }
  });

  it('answers 409 when the last owner would leave', async () => {
    const { id, owner } = await actors.organization();
    await actors.member(id, 'ADMIN');
    const before = await stateOf(id);
    expect((await owner.delete(pathOf(id, owner.id))).status).toBe(409);
    expect(await stateOf(id)).toEqual(before);
  });

  it('removes a member and their area memberships, effective on the next request', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const { body: area } = await owner.post(`/api/v1/orgs/${id}/areas`, { name: 'A', slug: 'a' });
    await owner.post(`/api/v1/orgs/${id}/areas/${area.id as string}/members`, {
      user_id: member.id,
      role: 'LEAD',
    });
    expect((await member.get(pathOf(id))).status).toBe(200);
    const admin = await actors.member(id, 'ADMIN');
    expect((await admin.delete(pathOf(id, member.id))).status).toBe(200);
    expect((await member.get(pathOf(id))).status).toBe(404);
    expect(await t.rows('SELECT 1 FROM area_member WHERE user_id = $1', [member.id])).toEqual([]);
    expect((await admin.delete(pathOf(id, member.id))).status).toBe(404);
    expect(await lastEvent(id)).toEqual({
      action: 'member.removed',
      resource_type: 'member',
      resource_id: member.id,
      actor_id: admin.id,
      details: { email: member.email, role: 'MEMBER' },
    });
  });

  it.each(['MEMBER', 'ADMIN', 'OWNER'] as const)('lets %s leave', async (role) => {
    const { id } = await actors.organization();
    const member = await actors.member(id, role);
    expect((await member.delete(pathOf(id, member.id))).status).toBe(200);
    expect((await member.get(pathOf(id))).status).toBe(404);
    expect(await lastEvent(id)).toMatchObject({ action: 'member.left', actor_id: member.id });
  });

  it.each(['removed', 'gone'])('does not honor invitations of an owner who is %s', async (how) => {
    const { id, owner } = await actors.organization();
    const rogue = await actors.member(id, 'OWNER');
    const name = `puppet-${randomUUID()}`;
    const email = `${name}@example.com`;
    const invited = await rogue.post(`/api/v1/orgs/${id}/users/invite`, { email, role: 'OWNER' });
    expect(invited.status).toBe(201);
    const remover = how === 'removed' ? owner : rogue;
    expect((await remover.delete(pathOf(id, rogue.id))).status).toBe(200);
    const puppet = await actors.user({ name });
    expect((await puppet.get('/api/v1/me/invitations')).body.total).toBe(0);
    const answer = await puppet.post(`/api/v1/me/invitations/${invited.body.id as string}/accept`);
    expect(answer.status).toBe(409);
  });

  it('keeps the tokens that a member has created: they belong to the organization', async () => {
    const { id, owner } = await actors.organization();
    const admin = await actors.member(id, 'ADMIN');
    const { body } = await admin.post(`/api/v1/orgs/${id}/tokens`, {
      name: 'ci',
      scopes: [`read:org:${id}`],
    });
    expect((await owner.delete(pathOf(id, admin.id))).status).toBe(200);
    const token = actors.anonymous.as(`Bearer ${body.token as string}`);
    expect((await token.get('/api/v1/mcps')).status).toBe(200);
  });

  it('removes a member once for concurrent requests', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.delete(pathOf(id, member.id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(await t.rows('SELECT length FROM audit_chain WHERE id = $1', [id])).toEqual([{ length: '2' }]);
  });
});
