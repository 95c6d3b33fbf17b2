import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HubActors, HubIdp } from '../../support/hub-actors.js';
import { invitationTools } from '../../support/invitations.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
beforeAll(async () => {
  idp = await HubIdp.start();
  t = await startTestApp(idp.settings);
  actors = new HubActors(t, idp);
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const { newEmail, listPath, invite, stateOf, statusOf, expire, eventsOf, person } = invitationTools(() => ({
  t,
  idp,
}));

describe('an invitation', () => {
  it('is accepted when a user with its verified address first comes, in any case, in the role that it names', async () => {
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

  it('is accepted at the next request of a user who is there already, once, however many come at once', async () => {
    const [one, other] = [await actors.organization(), await actors.organization()];
    const user = await actors.user();
    for (const { id, owner } of [one, other]) await invite(owner, id, user.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.get(`/api/v1/orgs/${one.id}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { id } of [one, other]) {
      expect((await eventsOf(id)).map(({ action }) => action)).toEqual([
        'invitation.created',
        'member.joined',
      ]);
    }
  });

  it('is accepted once by ten first requests at once', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await invite(owner, id, email);
    const invited = await person(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => invited.me()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it.each<[string, object]>([
    ['is not verified', { email_verified: false }],
    ['is verified by text', { email_verified: 'true' }],
    ['is said nothing of', { email_verified: undefined }],
  ])('is not accepted by an address that %s', async (_what, claims) => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    const before = await stateOf(id);
    const user = await person(body.email as string, claims);
    for (let n = 0; n < 2; n += 1) expect((await user.me()).body.orgs).toEqual([]);
    expect(await stateOf(id)).toEqual(before);
  });

  it('is not accepted by an address that only looks the same in small letters', async () => {
    const { id, owner } = await actors.organization();
    const name = randomUUID().slice(0, 8);
    await invite(owner, id, `k${name}@example.com`);
    // KELVIN SIGN
    expect((await (await person(`\u212A${name}@example.com`)).me()).body.orgs).toEqual([]);
  });

  it('is not accepted after its time, and shows as EXPIRED', async () => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    await expire(body.id as string);
    expect((await (await person(body.email as string)).me()).body.orgs).toEqual([]);
    expect((await owner.get(listPath(id))).body.invitations).toMatchObject([{ status: 'EXPIRED' }]);
  });

  it('is not accepted while its organization is suspended or deleted', async () => {
    const { id, slug, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    const user = await person(body.email as string);
    for (const status of ['SUSPENDED', 'DELETED']) {
      await t.rows('UPDATE organization SET status = $2 WHERE id = $1', [id, status]);
      expect((await user.me()).body.orgs).toEqual([]);
      expect(await statusOf(body.id as string)).toBe('PENDING');
    }
    await t.rows(`UPDATE organization SET status = 'ACTIVE' WHERE id = $1`, [id]);
    expect((await user.me()).body.orgs).toEqual([{ id, slug, role: 'MEMBER' }]);
  });

  it('is not accepted by a suspended user', async () => {
    const { id, owner } = await actors.organization();
    const user = await actors.user();
    const { body } = await invite(owner, id, user.email);
    await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $1`, [user.id]);
    expect((await user.get('/api/v1/me')).status).toBe(401);
    expect(await statusOf(body.id as string)).toBe('PENDING');
  });

  it.each([
    ['lowers no membership', 'ADMIN', 'MEMBER', 'ADMIN', 'invitation.accepted'],
    ['leaves the same role', 'MEMBER', 'MEMBER', 'MEMBER', 'invitation.accepted'],
    ['may raise one', 'MEMBER', 'ADMIN', 'ADMIN', 'member.updated'],
  ] as const)('%s', async (_what, held, role, then, action) => {
    const { id, slug, owner } = await actors.organization();
    const user = await actors.user();
    const { body } = await invite(owner, id, user.email, role);
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())`,
      [id, user.id, held],
    );
    expect((await user.get('/api/v1/me')).body.orgs).toEqual([{ id, slug, role: then }]);
    expect(await statusOf(body.id as string)).toBe('ACCEPTED');
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action });
  });

  it('is one of at most a hundred by which a user joins, also of ten at once; what they began does not count', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const { body } = await user.post('/api/v1/orgs', { name: 'a', slug: 'own-place', display_name: 'a' });
    const inviter = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [inviter.id]);
    await t.rows(
      `WITH org AS (
         INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
         SELECT gen_random_uuid(), 'many', 'many-' || n, 'many-' || n, 'many', 'FREE', now(), now()
           FROM generate_series(1, 103) n RETURNING id)
       INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), id, $1, $1, 'MEMBER', $2, now(), now() + interval '1 day' FROM org`,
      [user.email, inviter.id],
    );
    const mine = async () => (await user.get('/api/v1/me')).body.orgs as { id: string; role: string }[];
    await Promise.all(Array.from({ length: 10 }, mine));
    const [first, left, ...others] = await mine();
    expect(first).toMatchObject({ id: body.id, role: 'OWNER' });
    expect(others).toHaveLength(99);
    expect((await user.delete(`/api/v1/orgs/${left?.id}/members/${user.id}`)).status).toBe(204);
    expect(await mine()).toHaveLength(101);
  });

  it('is either accepted or revoked when both happen at once', async () => {
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

describe('a hub in read-only mode', () => {
  it('accepts nothing, and still knows the user', async () => {
    const readOnly = await startTestApp({ ...idp.settings, READ_ONLY: 'true' });
    try {
      const email = newEmail();
      await readOnly.rows(
        `INSERT INTO hub_user (id, issuer, subject, email, email_key, email_verified, name, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'auth0|ro', $2, $2, true, '', now(), now())`,
        [idp.issuer, email],
      );
      await readOnly.rows(
        `WITH org AS (
           INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
           VALUES (gen_random_uuid(), 'a', 'a', 'a', $1, 'FREE', now(), now()) RETURNING id),
         admin AS (
           INSERT INTO hub_user (id, email, email_key, role, name, created_at, updated_at)
           VALUES (gen_random_uuid(), 'a@b', 'a@b', 'PLATFORM_ADMIN', '', now(), now()) RETURNING id)
         INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
         SELECT gen_random_uuid(), org.id, $1, $1, 'MEMBER', admin.id, now(), now() + interval '1 day' FROM org, admin`,
        [email],
      );
      const jwt = await idp.jwt({ sub: 'auth0|ro', email, email_verified: true });
      const { status, body } = await readOnly.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me');
      expect({ status, orgs: body.orgs }).toEqual({ status: 200, orgs: [] });
    } finally {
      await readOnly.close();
    }
  });
});
