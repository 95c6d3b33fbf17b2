import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../support/api-client.js';
import type { HubUserActor } from '../../support/hub-actors.js';
import { invitationTools } from '../../support/invitations.js';
import { platformAdmin } from '../../support/platform-admin.js';
import { useHub } from '../../support/suite.js';

const { idp, t, actors } = await useHub();

const { newEmail, listPath, invite, stateOf, statusOf, expire, eventsOf, person } = invitationTools(() => ({
  t,
  idp,
}));
const orgsOf = async (user: { me(): Promise<ApiResponse> }): Promise<unknown> => (await user.me()).body.orgs;

describe('an invitation is accepted automatically', () => {
  it('at the first login of its verified address, ignoring case, with the role of the invitation', async () => {
    const { id, slug, owner } = await actors.organization();
    const email = newEmail();
    const { body } = await invite(owner, id, email, 'ADMIN');
    const invited = await person(email.toUpperCase());
    const me = (await invited.me()).body;
    expect(me.orgs).toEqual([{ id, slug, role: 'ADMIN' }]);
    expect(await statusOf(body.id as string)).toBe('ACCEPTED');
    expect((await eventsOf(id)).at(-1)).toEqual({
      action: 'member.joined',
      resource_type: 'member',
      resource_id: me.id,
      actor_id: me.id,
      details: { invitation_id: body.id, role: 'ADMIN' },
    });
    expect((await invited.get(`/api/v1/orgs/${id}/members`)).body.total).toBe(2);
  });

  it('once, by ten concurrent first requests', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await invite(owner, id, email);
    const invited = await person(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => invited.me()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('once, by two users with the address whose first logins are concurrent', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await invite(owner, id, email);
    await Promise.all([(await person(email)).me(), (await person(email)).me()]);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('at the first login of a user created by an administrator', async () => {
    const admin = await platformAdmin(t, actors);
    const email = newEmail();
    const expected = await admin.post('/api/v1/admin/users', { email, name: 'Expected' });
    const { id, slug, owner } = await actors.organization();
    await invite(owner, id, email);
    const me = (await (await person(email)).me()).body;
    expect(me).toMatchObject({ id: expected.body.id as string, orgs: [{ id, slug, role: 'MEMBER' }] });
  });

  it.each<[string, (other: { id: string; invitationId: string; owner: HubUserActor }) => Promise<unknown>]>([
    ['has expired', ({ invitationId }) => expire(invitationId)],
    ['is revoked', ({ id, invitationId, owner }) => owner.delete(`${listPath(id)}/${invitationId}`)],
    [
      'is of a suspended organization',
      ({ id }) => t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [id]),
    ],
    [
      'has an inviter who may no longer invite',
      ({ id }) => t.rows(`UPDATE organization_member SET role = 'MEMBER' WHERE org_id = $1`, [id]),
    ],
  ])('although another one %s', async (_what, spoil) => {
    const [one, other] = [await actors.organization(), await actors.organization()];
    const email = newEmail();
    await invite(one.owner, one.id, email);
    const { body } = await invite(other.owner, other.id, email);
    await spoil({ id: other.id, invitationId: body.id as string, owner: other.owner });
    expect(await orgsOf(await person(email))).toEqual([{ id: one.id, slug: one.slug, role: 'MEMBER' }]);
  });

  it('is either accepted or revoked when both are concurrent', async () => {
    const { id, owner } = await actors.organization();
    for (let n = 0; n < 5; n += 1) {
      const { body } = await invite(owner, id, newEmail());
      const user = await person(body.email as string);
      const [revoked] = await Promise.all([owner.delete(`${listPath(id)}/${body.id as string}`), user.me()]);
      const { orgs } = (await user.me()).body as { orgs: unknown[] };
      expect({ status: revoked.status, joined: orgs.length }).toEqual(
        (await statusOf(body.id as string)) === 'REVOKED'
          ? { status: 204, joined: 0 }
          : { status: 409, joined: 1 },
      );
    }
  });
});

describe('an invitation is not accepted automatically', () => {
  it('when there is another pending one: both stay pending', async () => {
    const [one, other] = [await actors.organization(), await actors.organization()];
    const email = newEmail();
    for (const { id, owner } of [one, other]) await invite(owner, id, email);
    const before = [await stateOf(one.id), await stateOf(other.id)];
    const user = await person(email);
    for (let n = 0; n < 2; n += 1) expect(await orgsOf(user)).toEqual([]);
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(before);
    expect((await user.get('/api/v1/me/invitations')).body.total).toBe(2);
  });

  it('by an existing user, whatever the number of invitations', async () => {
    const user = await actors.user();
    for (let n = 0; n < 3; n += 1) {
      const { id, owner } = await actors.organization();
      const { body } = await invite(owner, id, user.email);
      expect((await user.get('/api/v1/me')).body.orgs).toEqual([]);
      expect(await statusOf(body.id as string)).toBe('PENDING');
    }
  });

  it('by a second user with the address: it is not its first login', async () => {
    const { email } = await actors.user();
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, email);
    const second = await person(email);
    expect(await orgsOf(second)).toEqual([]);
    expect((await second.get('/api/v1/me/invitations')).body.invitations).toMatchObject([{ id: body.id }]);
  });

  it('by an address that is verified after the first login', async () => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    const sub = `auth0|${randomUUID()}`;
    const before = await person(body.email as string, { sub, email_verified: false });
    expect(await orgsOf(before)).toEqual([]);
    const after = await person(body.email as string, { sub });
    expect(await orgsOf(after)).toEqual([]);
    expect((await after.get('/api/v1/me/invitations')).body.total).toBe(1);
  });

  it.each<[string, object]>([
    ['is not verified', { email_verified: false }],
    ['is verified by text', { email_verified: 'true' }],
    ['is said nothing of', { email_verified: undefined }],
  ])('by an address that %s', async (_what, claims) => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    const before = await stateOf(id);
    const user = await person(body.email as string, claims);
    for (let n = 0; n < 2; n += 1) expect(await orgsOf(user)).toEqual([]);
    expect(await stateOf(id)).toEqual(before);
  });

  it('by an address that only matches after Unicode case folding', async () => {
    const { id, owner } = await actors.organization();
    const name = randomUUID().slice(0, 8);
    await invite(owner, id, `k${name}@example.com`);
    // KELVIN SIGN
    expect(await orgsOf(await person(`\u212A${name}@example.com`))).toEqual([]);
  });

  it('after its expiry, and is listed as EXPIRED', async () => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    await expire(body.id as string);
    expect(await orgsOf(await person(body.email as string))).toEqual([]);
    expect((await owner.get(listPath(id))).body.invitations).toMatchObject([{ status: 'EXPIRED' }]);
  });

  it.each(['SUSPENDED', 'DELETED'])('while its organization is %s', async (status) => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    await t.rows('UPDATE organization SET status = $2 WHERE id = $1', [id, status]);
    expect(await orgsOf(await person(body.email as string))).toEqual([]);
    expect(await statusOf(body.id as string)).toBe('PENDING');
  });

  it('by a user who was suspended before their first login', async () => {
    const admin = await platformAdmin(t, actors);
    const email = newEmail();
    const expected = await admin.post('/api/v1/admin/users', { email, name: 'Expected' });
    expect((await admin.post(`/api/v1/admin/users/${expected.body.id as string}/suspend`)).status).toBe(200);
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, email);
    expect((await (await person(email)).me()).status).toBe(401);
    expect(await statusOf(body.id as string)).toBe('PENDING');
  });
});
