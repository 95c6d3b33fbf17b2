import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { invitationTools } from '../../../support/invitations.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();

const MINE = '/api/v1/me/invitations';
const { listPath, invite, stateOf, statusOf, expire, eventsOf, person } = invitationTools(() => ({ t, idp }));
const accept = (user: ApiClient, id: string): Promise<ApiResponse> => user.post(`${MINE}/${id}/accept`);
const decline = (user: ApiClient, id: string): Promise<ApiResponse> => user.post(`${MINE}/${id}/decline`);
const ANSWERS = [
  ['accept', accept],
  ['decline', decline],
] as const;
const orgsOf = async (user: ApiClient): Promise<unknown> => (await user.get('/api/v1/me')).body.orgs;

interface Invited {
  readonly id: string;
  readonly orgId: string;
  readonly slug: string;
  readonly owner: HubUserActor;
  readonly user: HubUserActor;
}

/** An existing user, and an invitation of theirs. */
async function invited(role = 'MEMBER', by?: (orgId: string) => Promise<ApiClient>): Promise<Invited> {
  const { id: orgId, slug, owner } = await actors.organization();
  const user = await actors.user();
  const { body } = await invite((await by?.(orgId)) ?? owner, orgId, user.email, role);
  return { id: body.id as string, orgId, slug, owner, user };
}

const NOT_FOUND = {
  status: 404,
  body: { error: 'not_found', message: 'invitation not found', code: 'NOT_FOUND' },
};

describe.each(ANSWERS)('POST /api/v1/me/invitations/{invitationId}/%s', (_name, answer) => {
  const expectNotFound = async (user: ApiClient, { id, orgId }: Invited): Promise<void> => {
    const before = await stateOf(orgId);
    const { status, body } = await answer(user, id);
    expect({ status, body }).toEqual(NOT_FOUND);
    expect(await stateOf(orgId)).toEqual(before);
  };

  it.each([randomUUID(), 'x', '%00', '__proto__'])('answers 404 for %s', async (id) => {
    const { status, body } = await answer(await actors.user(), id);
    expect({ status, body }).toEqual(NOT_FOUND);
  });

  it('answers 404 to everyone but its invitee: other users, its inviter, platform administrators', async () => {
    const invitation = await invited();
    const platform = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [platform.id]);
    for (const user of [await actors.user(), invitation.owner, platform])
      await expectNotFound(user, invitation);
  });

  it('answers 403 to service tokens and 401 to anonymous callers', async () => {
    const { id, orgId } = await invited();
    const token = await actors.serviceToken(orgId, [`admin:org:${orgId}`]);
    const before = await stateOf(orgId);
    expect((await answer(token, id)).status).toBe(403);
    expect((await answer(actors.anonymous, id)).status).toBe(401);
    expect(await stateOf(orgId)).toEqual(before);
  });

  it.each<[string, (email: string) => object]>([
    ['has no email', () => ({ email: undefined, email_verified: true })],
    ['has not verified it', () => ({ email_verified: false })],
    ['has no email_verified', () => ({ email_verified: undefined })],
    ['has email_verified as a string', () => ({ email_verified: 'true' })],
    ['has verified another one', () => ({ email: `${randomUUID()}@example.com` })],
    ['vouches for one that looks the same', (email) => ({ email: email.replace('k', '\u212a') })],
  ])('answers 404 to the user with the address when the current token %s', async (_what, change) => {
    const sub = `auth0|${randomUUID()}`;
    const email = `k${randomUUID()}@example.com`;
    const as = (claims: object) => person(email, { sub, ...claims });
    expect((await (await as({})).me()).body).toMatchObject({ email, email_verified: true });
    const { id: orgId, slug, owner } = await actors.organization();
    const { body } = await invite(owner, orgId, email);
    const user = await as(change(email));
    expect((await user.get(MINE)).body).toMatchObject({ invitations: [], total: 0 });
    await expectNotFound(user, { id: body.id as string, orgId, slug, owner, user: owner });
    expect((await (await as({})).get(MINE)).body.total).toBe(1);
  });

  it.each<[string, (invitation: Invited) => Promise<unknown>, string]>([
    ['has expired', ({ id }) => expire(id), 'expired'],
    ['is revoked', ({ orgId, owner, id }) => owner.delete(`${listPath(orgId)}/${id}`), 'revoked'],
    ['is accepted', ({ user, id }) => accept(user, id), 'accepted'],
    ['is declined', ({ user, id }) => decline(user, id), 'revoked'],
  ])('answers 409 for one that %s', async (_what, spoil, status) => {
    const invitation = await invited();
    await spoil(invitation);
    const before = await stateOf(invitation.orgId);
    const answered = await answer(invitation.user, invitation.id);
    expect({ status: answered.status, body: answered.body }).toEqual({
      status: 409,
      body: { error: 'conflict', message: `the invitation is ${status}`, code: 'CONFLICT' },
    });
    expect(await stateOf(invitation.orgId)).toEqual(before);
  });

  it('answers 404 for one of a deleted organization', async () => {
    const invitation = await invited();
    await t.rows(`UPDATE organization SET status = 'DELETED' WHERE id = $1`, [invitation.orgId]);
    await expectNotFound(invitation.user, invitation);
  });

  it('answers 401 to a suspended user', async () => {
    const { id, user } = await invited();
    await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $1`, [user.id]);
    expect((await answer(user, id)).status).toBe(401);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('answers once for concurrent requests', async () => {
    const { id, orgId, user } = await invited();
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(user, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      answer === accept ? 200 : 204,
      ...Array<number>(4).fill(409),
    ]);
    expect(await eventsOf(orgId)).toHaveLength(2);
  });
});

describe('POST /api/v1/me/invitations/{invitationId}/accept', () => {
  it('makes the caller a member and returns the organization with their role', async () => {
    const { id, orgId, slug, user } = await invited('ADMIN');
    const { status, body } = await accept(user, id);
    expect({ status, body }).toEqual({ status: 200, body: { id: orgId, slug, role: 'ADMIN' } });
    expect(await orgsOf(user)).toEqual([{ id: orgId, slug, role: 'ADMIN' }]);
    expect(await statusOf(id)).toBe('ACCEPTED');
    expect((await user.get(MINE)).body.total).toBe(0);
    expect((await eventsOf(orgId)).at(-1)).toEqual({
      action: 'member.joined',
      resource_type: 'member',
      resource_id: user.id,
      actor_id: user.id,
      details: { invitation_id: id, role: 'ADMIN' },
    });
  });

  it.each([
    ['is demoted', `UPDATE organization_member SET role = 'MEMBER' WHERE org_id = $1 AND user_id = $2`],
    ['has left', 'DELETE FROM organization_member WHERE org_id = $1 AND user_id = $2'],
    ['is suspended', `UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $2 AND $1::uuid IS NOT NULL`],
  ])('answers 409 as for a revoked one when its inviter %s', async (_what, loss) => {
    let inviter: HubUserActor | undefined;
    const { id, orgId, user } = await invited(
      'MEMBER',
      async (org) => (inviter = await actors.member(org, 'ADMIN')),
    );
    await t.rows(loss, [orgId, inviter?.id]);
    const before = await stateOf(orgId);
    const { status, body } = await accept(user, id);
    expect({ status, message: body.message }).toEqual({ status: 409, message: 'the invitation is revoked' });
    expect(await stateOf(orgId)).toEqual(before);
    expect((await user.get(MINE)).body.total).toBe(0);
  });

  it('answers 409 while the organization is suspended', async () => {
    const { id, orgId, slug, user } = await invited();
    const setStatus = (status: string) =>
      t.rows('UPDATE organization SET status = $2 WHERE id = $1', [orgId, status]);
    await setStatus('SUSPENDED');
    const { status, body } = await accept(user, id);
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'the organization is suspended',
    });
    expect((await user.get(MINE)).body.total).toBe(0);
    await setStatus('ACTIVE');
    expect((await accept(user, id)).body).toEqual({ id: orgId, slug, role: 'MEMBER' });
  });

  it.each([
    ['lowers no membership', 'ADMIN', 'MEMBER', 'ADMIN', 'invitation.accepted'],
    ['leaves the same role', 'MEMBER', 'MEMBER', 'MEMBER', 'invitation.accepted'],
    ['may raise one', 'MEMBER', 'ADMIN', 'ADMIN', 'member.updated'],
  ] as const)('%s', async (_what, held, role, then, action) => {
    const { id, orgId, slug, user } = await invited(role);
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())`,
      [orgId, user.id, held],
    );
    expect((await accept(user, id)).body).toEqual({ id: orgId, slug, role: then });
    expect(await orgsOf(user)).toEqual([{ id: orgId, slug, role: then }]);
    expect(await statusOf(id)).toBe('ACCEPTED');
    expect((await eventsOf(orgId)).at(-1)).toMatchObject({ action });
  });

  it('answers 409 beyond a hundred joined organizations, also to ten concurrent requests; created ones do not count', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const created = await user.post('/api/v1/orgs', { name: 'a', slug: 'own-place', display_name: 'a' });
    const inviter = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [inviter.id]);
    const invitations = await t.rows<{ id: string; org_id: string }>(
      `WITH org AS (
         INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
         SELECT gen_random_uuid(), 'many', 'many-' || n, 'many-' || n, 'many', 'FREE', now(), now()
           FROM generate_series(1, 105) n RETURNING id)
       INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), id, $1, $1, 'MEMBER', $2, now(), now() + interval '1 day' FROM org
       RETURNING id, org_id`,
      [user.email, inviter.id],
    );
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at)
       SELECT org_id, $2, 'MEMBER', now() FROM invitation WHERE id = ANY($1)`,
      [invitations.slice(0, 95).map(({ id }) => id), user.id],
    );
    const answers = await Promise.all(invitations.slice(95).map(({ id }) => accept(user, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(5).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'you have joined 100 organizations; leave one first',
    );
    expect(await orgsOf(user)).toHaveLength(101);
    const waiting = (await user.get(`${MINE}?limit=100`)).body.invitations as { id: string }[];
    const left = invitations[0]?.org_id ?? '';
    expect(left).not.toBe(created.body.id);
    expect((await user.delete(`/api/v1/orgs/${left}/members/${user.id}`)).status).toBe(200);
    const refused = waiting.find(({ id }) => invitations.slice(95).some((one) => one.id === id))?.id ?? '';
    expect((await accept(user, refused)).status).toBe(200);
  });

  it('records no member who was suspended before', async () => {
    const admin = await platformAdmin(t, actors);
    for (let round = 0; round < 5; round += 1) {
      const { id, user } = await invited();
      const suspend = () => admin.post(`/api/v1/admin/users/${user.id}/suspend`);
      const both = round % 2 === 0 ? [accept(user, id), suspend()] : [suspend(), accept(user, id)];
      const answers = await Promise.all(both);
      const accepted = answers[round % 2];
      const events = await t.rows<{ action: string }>(
        `SELECT action FROM audit_event WHERE resource_id = $1 AND action IN ('member.joined', 'user.suspended')
          ORDER BY occurred_at, action`,
        [user.id],
      );
      const actions = events.map(({ action }) => action);
      expect([accepted?.status, actions]).toEqual(
        accepted?.status === 200 ? [200, ['member.joined', 'user.suspended']] : [401, ['user.suspended']],
      );
    }
  });

  it('is either accepted or revoked when both are concurrent', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id, orgId, owner, user } = await invited();
      const [revoked, accepted] = await Promise.all([
        owner.delete(`${listPath(orgId)}/${id}`),
        accept(user, id),
      ]);
      const isAccepted = (await statusOf(id)) === 'ACCEPTED';
      expect([revoked.status, accepted.status]).toEqual(isAccepted ? [409, 200] : [204, 409]);
      expect(await orgsOf(user)).toHaveLength(isAccepted ? 1 : 0);
    }
  });
});

describe('POST /api/v1/me/invitations/{invitationId}/decline', () => {
  it('revokes it, visibly to the organization, and the address may be invited again', async () => {
    const { id, orgId, owner, user } = await invited();
    expect((await decline(user, id)).status).toBe(204);
    expect((await owner.get(listPath(orgId))).body.invitations).toMatchObject([{ id, status: 'REVOKED' }]);
    expect((await eventsOf(orgId)).at(-1)).toEqual({
      action: 'invitation.declined',
      resource_type: 'invitation',
      resource_id: id,
      actor_id: user.id,
      details: { email: user.email, role: 'MEMBER' },
    });
    expect(await orgsOf(user)).toEqual([]);
    expect((await invite(owner, orgId, user.email)).status).toBe(201);
  });

  it('is permanent, even when its inviter may invite again later', async () => {
    let inviter: HubUserActor | undefined;
    const { id, orgId, user } = await invited(
      'MEMBER',
      async (org) => (inviter = await actors.member(org, 'ADMIN')),
    );
    const setRole = (role: string) =>
      t.rows('UPDATE organization_member SET role = $3 WHERE org_id = $1 AND user_id = $2', [
        orgId,
        inviter?.id,
        role,
      ]);
    await setRole('MEMBER');
    expect((await decline(user, id)).status).toBe(204);
    await setRole('ADMIN');
    expect((await accept(user, id)).status).toBe(409);
  });
});
