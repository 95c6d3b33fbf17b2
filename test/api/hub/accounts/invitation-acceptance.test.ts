import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { invitationTools } from '../../../support/invitations.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();

const { newEmail, listPath, invite, stateOf, statusOf, expire, eventsOf, person, accept } = invitationTools(
  () => ({
    t,
    idp,
  }),
);
const orgsOf = async (user: { me(): Promise<ApiResponse> }): Promise<unknown> => (await user.me()).body.orgs;

describe('membership begins', () => {
  it('when the invitee accepts, with the role of the invitation, ignoring the case of the address', async () => {
    const { id, slug, owner } = await actors.organization();
    const email = newEmail();
    const { body } = await invite(owner, id, email, 'ADMIN');
    const invited = await person(email.toUpperCase());
    expect(await orgsOf(invited)).toEqual([]);
    expect(await statusOf(body.id as string)).toBe('PENDING');
    expect((await accept(invited, body.id as string)).status).toBe(200);
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

  it('not with scans before it: what somebody scans after their first sign-in is not the organization’s', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await invite(owner, id, email);
    const invited = await person(email);
    await invited.post('/api/v1/scans', { url: `https://github.com/acme/${randomUUID().slice(0, 8)}` });
    expect((await owner.get(`/api/v1/orgs/${id}/mcps`)).body.total).toBe(0);
  });

  it('once, by ten concurrent requests', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    const { body } = await invite(owner, id, email);
    const invited = await person(email);
    await invited.me();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(invited, body.id as string)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('once, for two users with the address', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    const { body } = await invite(owner, id, email);
    const both = [await person(email), await person(email)];
    for (const each of both) await each.me();
    const answers = await Promise.all(both.map((each) => accept(each, body.id as string)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('for a user who was created by an administrator', async () => {
    const admin = await platformAdmin(t, actors);
    const email = newEmail();
    const expected = await admin.post('/api/v1/admin/users', { email, name: 'Expected' });
    const { id, slug, owner } = await actors.organization();
    const { body } = await invite(owner, id, email);
    const invited = await person(email);
    expect((await accept(invited, body.id as string)).status).toBe(200);
    expect((await invited.me()).body).toMatchObject({
      id: expected.body.id as string,
      orgs: [{ id, slug, role: 'MEMBER' }],
    });
  });

  it('or does not when the invitation is revoked at the same time', async () => {
    const { id, owner } = await actors.organization();
    for (let n = 0; n < 5; n += 1) {
      const { body } = await invite(owner, id, newEmail());
      const user = await person(body.email as string);
      await user.me();
      const [revoked] = await Promise.all([
        owner.delete(`${listPath(id)}/${body.id as string}`),
        accept(user, body.id as string),
      ]);
      const { orgs } = (await user.me()).body as { orgs: unknown[] };
      expect({ status: revoked.status, joined: orgs.length }).toEqual(
        (await statusOf(body.id as string)) === 'REVOKED'
          ? { status: 204, joined: 0 }
          : { status: 409, joined: 1 },
      );
    }
  });
});

describe('an invitation ends for good', () => {
  const changes: Readonly<Record<string, (owner: HubUserActor, path: string) => Promise<ApiResponse>>> = {
    'is removed': (owner, path) => owner.delete(path),
    'gets a role that may not invite': (owner, path) =>
      owner.send('PATCH', path, { json: { role: 'MEMBER' } }),
  };

  it.each(Object.entries(changes))(
    'when its inviter %s, also if they get their rights back',
    async (_what, change) => {
      const { id, owner } = await actors.organization();
      for (const isPlatformAdministrator of [false, true]) {
        const inviter = await actors.member(id, 'ADMIN');
        if (isPlatformAdministrator)
          await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [inviter.id]);
        const { body } = await invite(inviter, id, newEmail());
        const invited = await person(body.email as string);
        expect((await change(owner, `/api/v1/orgs/${id}/members/${inviter.id}`)).status).toBeLessThan(300);
        expect(await statusOf(body.id as string)).toBe('REVOKED');
        expect((await eventsOf(id)).at(-1)).toMatchObject({
          action: 'invitation.revoked',
          resource_id: body.id,
          actor_id: owner.id,
          details: { email: body.email, role: 'MEMBER' },
        });
        await t.rows(
          `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'ADMIN', now())
         ON CONFLICT ON CONSTRAINT organization_member_pkey DO UPDATE SET role = 'ADMIN'`,
          [id, inviter.id],
        );
        expect((await accept(invited, body.id as string)).status).toBe(409);
        expect(await orgsOf(invited)).toEqual([]);
      }
    },
  );

  it('or stays when its inviter gets another role that may send it', async () => {
    const { id, owner } = await actors.organization();
    const inviter = await actors.member(id, 'OWNER');
    const [asOwner, asMember] = [
      await invite(inviter, id, newEmail(), 'OWNER'),
      await invite(inviter, id, newEmail(), 'MEMBER'),
    ];
    await owner.send('PATCH', `/api/v1/orgs/${id}/members/${inviter.id}`, { json: { role: 'ADMIN' } });
    expect(await statusOf(asOwner.body.id as string)).toBe('REVOKED');
    expect(await statusOf(asMember.body.id as string)).toBe('PENDING');
  });
});

describe('an invitation is not accepted by a sign-in', () => {
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

  it('by a second user with the address', async () => {
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
