import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

let admin: HubUserActor;
const { idp, t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '100000' });
beforeAll(async () => {
  admin = await platformAdmin(t, actors);
});

const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.com`;
const invite = (caller: ApiClient, orgId: string, email: string) =>
  caller.post(`/api/v1/orgs/${orgId}/users/invite`, { email, role: 'MEMBER' });

interface Person extends ApiClient {
  readonly id: string;
  readonly sub: string;
}

/** A user with these claims, who has made a request. */
async function person(claims: Readonly<Record<string, unknown>>): Promise<Person> {
  const sub = `auth0|${randomUUID()}`;
  const client = t.actors.anonymous.as(`Bearer ${await idp.jwt({ sub, ...claims })}`);
  const { id } = (await client.get('/api/v1/me')).body as { id: string };
  return Object.assign(client, { id, sub });
}

/** A user with an address that the provider has not verified. */
const squatter = (email: string, claims: object = {}): Promise<Person> =>
  person({ email, email_verified: false, name: 'Mallory', ...claims });

/** An organization created by a user on the Enterprise plan. */
async function organizationOf(creator: Person): Promise<string> {
  await t.rows(`UPDATE hub_user SET plan = 'ENTERPRISE' WHERE id = $1`, [creator.id]);
  const slug = `org-${randomUUID().slice(0, 8)}`;
  const { body } = await creator.post('/api/v1/orgs', { name: slug, slug, display_name: slug });
  return body.id as string;
}

const join = (orgId: string, userId: string) =>
  t.rows(
    `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
    [orgId, userId],
  );

describe('an unverified address', () => {
  it('is not shown to other members as the user’s', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const orgId = await organizationOf(mallory);
    const { body, text } = await mallory.get(`/api/v1/orgs/${orgId}/members`);
    expect(body.members).toMatchObject([{ user_id: mallory.id, email: '', name: 'Mallory', role: 'OWNER' }]);
    expect(text).not.toContain(email);
    const changed = await mallory.send('PATCH', `/api/v1/orgs/${orgId}/members/${mallory.id}`, {
      json: { role: 'OWNER' },
    });
    expect(changed.body).toMatchObject({ user_id: mallory.id, email: '' });
  });

  it('is not shown to the members of an area, nor in responses to those who add them', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const { id: orgId, owner } = await actors.organization();
    await join(orgId, mallory.id);
    const area = (await owner.post(`/api/v1/orgs/${orgId}/areas`, { name: 'A', slug: 'a', description: '' }))
      .body;
    const members = `/api/v1/orgs/${orgId}/areas/${area.id as string}/members`;
    const added = await owner.post(members, { user_id: mallory.id, role: 'MEMBER' });
    expect(added.body).toMatchObject({ user_id: mallory.id, email: '' });
    const changed = await owner.send('PATCH', `${members}/${mallory.id}/role`, { json: { role: 'LEAD' } });
    expect(changed.body).toMatchObject({ user_id: mallory.id, email: '' });
    expect((await owner.get(members)).body.members).toMatchObject([{ user_id: mallory.id, email: '' }]);
  });

  it('is not in the audit trail of an organization: events have the user’s name', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const orgId = await organizationOf(mallory);
    await invite(mallory, orgId, newEmail());
    const { body, text } = await mallory.get(`/api/v1/orgs/${orgId}/audit-events`);
    expect(body.events).toMatchObject([
      { action: 'invitation.created', actor_id: mallory.id, actor_name: 'Mallory' },
      { action: 'organization.created', actor_id: mallory.id, actor_name: 'Mallory' },
    ]);
    expect(text).not.toContain(email);
  });

  it.each(['removes them', 'deletes them from the platform'])(
    'is not in the audit trail of the organization when a user %s',
    async (what) => {
      const email = newEmail();
      const mallory = await squatter(email);
      const { id: orgId, owner } = await actors.organization();
      await join(orgId, mallory.id);
      const isRemoved = what.startsWith('removes');
      const { status } = isRemoved
        ? await owner.delete(`/api/v1/orgs/${orgId}/members/${mallory.id}`)
        : await admin.delete(`/api/v1/admin/users/${mallory.id}`);
      expect(status).toBe(isRemoved ? 200 : 204);
      const { body, text } = await owner.get(`/api/v1/orgs/${orgId}/audit-events`);
      expect(body.events[0]).toMatchObject({
        action: 'member.removed',
        details: { role: 'MEMBER' },
      });
      expect(text).not.toContain(email);
    },
  );

  it('is shown to platform administrators, marked as unverified', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const path = `/api/v1/admin/users/${mallory.id}`;
    expect((await admin.get(path)).body).toMatchObject({ email, email_verified: false });
    const found = (await admin.get(`/api/v1/admin/users?q=${email}`)).body;
    expect(found.users).toMatchObject([{ id: mallory.id, email, email_verified: false }]);
    expect((await admin.get(`/api/v1/admin/users/${admin.id}`)).body).toMatchObject({ email_verified: true });
    const { events } = (await admin.get(`/api/v1/admin/audit/users/${mallory.id}`)).body;
    expect(events).toMatchObject([
      { action: 'user.created', actor_name: 'Mallory', details: { email, email_verified: false } },
    ]);
  });

  it('is shown to the user, marked as unverified', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    expect((await mallory.get('/api/v1/me')).body).toMatchObject({ email, email_verified: false });
    expect((await admin.get('/api/v1/me')).body).toMatchObject({ email: admin.email, email_verified: true });
  });

  it.each(['before', 'after'])(
    'causes no conflict when its owner is invited, who signs in %s',
    async (when) => {
      const email = newEmail();
      const owner = { email, email_verified: true, name: 'Alice' };
      const early = when === 'before' ? await person(owner) : undefined;
      const mallory = await squatter(email);
      const orgId = await organizationOf(mallory);
      const { status, body } = await invite(mallory, orgId, email);
      expect({ status, email: body.email as string }).toEqual({ status: 201, email });
      const alice = early ?? (await person(owner));
      expect(alice.id).not.toBe(mallory.id);
      expect((await alice.get('/api/v1/me')).body).toMatchObject({ email, email_verified: true });
      expect((await mallory.get('/api/v1/me')).body).toMatchObject({ email, email_verified: false });
    },
  );

  it('keeps an administrator neither from creating a user with it, nor its owner from becoming that user', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const expected = await admin.post('/api/v1/admin/users', { email, name: 'Alice', plan: 'PRO' });
    expect(expected.status).toBe(201);
    expect(expected.body).toMatchObject({ email_verified: false });
    expect((await mallory.get('/api/v1/me')).body).toMatchObject({ id: mallory.id, plan: 'FREE' });
    const alice = await person({ email, email_verified: true });
    expect(alice.id).toBe(expected.body.id);
  });

  it('gives no one an organization that an administrator creates for it', async () => {
    const email = newEmail();
    const mallory = await squatter(email);
    const slug = `org-${randomUUID().slice(0, 8)}`;
    const request = { name: slug, slug, display_name: slug, owner_email: email };
    expect((await admin.post('/api/v1/admin/orgs', request)).status).toBe(201);
    expect((await mallory.get('/api/v1/me')).body.orgs).toEqual([]);
  });

  it('replaces no verified one, whatever the order of tokens', async () => {
    const verified = newEmail();
    const alice = await person({ email: verified, email_verified: true, name: 'Alice' });
    const as = async (claims: object) => {
      const jwt = await idp.jwt({ sub: alice.sub, name: 'Alice', ...claims });
      return (await t.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me')).body as object;
    };
    const me = { id: alice.id, email: verified, email_verified: true };
    expect(await as({ email: newEmail(), email_verified: false })).toMatchObject(me);
    expect(await as({ email: verified, email_verified: false })).toMatchObject(me);
    expect(await as({})).toMatchObject(me);
    const other = newEmail();
    expect(await as({ email: other, email_verified: true })).toMatchObject({ ...me, email: other });
  });
});

describe('a name', () => {
  const nameOf = async (claims: Record<string, unknown>): Promise<unknown> =>
    (await (await person(claims)).get('/api/v1/me')).body.name;

  it.each<[string, string]>([
    ['is an address', 'ceo@acme.test'],
    ['has an address in it', 'The CEO <ceo@acme.test>'],
    ['has an address with a full-width @ in it', 'ceo\uff20acme.test'],
  ])('that %s which is unverified is ignored', async (_what, name) => {
    expect(await nameOf({ email: 'ceo@acme.test', email_verified: false, name })).toBe('');
    expect(await nameOf({ email: newEmail(), email_verified: true, name })).toBe('');
    expect(await nameOf({ name })).toBe('');
  });

  it('may be the user’s verified address, ignoring case', async () => {
    const email = newEmail();
    const name = email.toUpperCase();
    expect(await nameOf({ email, email_verified: true, name })).toBe(name);
  });

  it('that is not well-formed Unicode is ignored, and so is an address', async () => {
    const { body } = await (
      await person({ email: 'a\ud800@example.com', email_verified: true, name: 'A\udc00' })
    ).get('/api/v1/me');
    expect(body).toMatchObject({ email: '', email_verified: false, name: '' });
  });
});
