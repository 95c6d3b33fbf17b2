import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HubAuthenticator } from '../../../../src/hub/accounts/authentication/hub-authenticator.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();
afterEach(() => {
  jest.restoreAllMocks();
});

/** The status of a request whose body is sent after `meanwhile`; its caller was authenticated from the headers before. */
async function held(
  path: string,
  name: string,
  body: object,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const bytes = JSON.stringify(body);
  const jwt = await idp.jwt({
    sub: `auth0|${name}`,
    email: `${name}@example.com`,
    email_verified: true,
    name,
  });
  const of = jest.spyOn(HubAuthenticator.prototype, 'of');
  const req = request(t.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${jwt}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    req.on('response', (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    req.on('error', reject);
  });
  req.write(bytes.slice(0, 1));
  while (of.mock.results.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await of.mock.results[0]?.value;
  await meanwhile();
  req.end(bytes.slice(1));
  return status;
}

describe('a caller who delays the body of a request', () => {
  it('cannot invite when removed meanwhile', async () => {
    const { id, owner } = await actors.organization();
    const name = `held-${randomUUID()}`;
    const rogue = await actors.user({ name });
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'OWNER', now())`,
      [id, rogue.id],
    );
    const invitation = { email: `${randomUUID()}@example.com`, role: 'OWNER' };
    const status = await held(`/api/v1/orgs/${id}/users/invite`, name, invitation, async () => {
      expect((await owner.delete(`/api/v1/orgs/${id}/members/${rogue.id}`)).status).toBe(200);
    });
    expect(status).toBe(404);
    expect(await t.rows('SELECT id FROM invitation WHERE org_id = $1', [id])).toEqual([]);
  });

  it('cannot invite an owner when demoted meanwhile', async () => {
    const { id, owner } = await actors.organization();
    const name = `held-${randomUUID()}`;
    const demoted = await actors.user({ name });
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'OWNER', now())`,
      [id, demoted.id],
    );
    const invitation = { email: `${randomUUID()}@example.com`, role: 'OWNER' };
    const status = await held(`/api/v1/orgs/${id}/users/invite`, name, invitation, async () => {
      const change = { role: 'ADMIN' };
      expect((await owner.patch(`/api/v1/orgs/${id}/members/${demoted.id}`, change)).status).toBe(200);
    });
    expect(status).toBe(403);
    expect(await t.rows('SELECT id FROM invitation WHERE org_id = $1', [id])).toEqual([]);
  });

  it('cannot promote a platform administrator when suspended meanwhile', async () => {
    const boss = await actors.user();
    const name = `held-${randomUUID()}`;
    const rogue = await actors.user({ name });
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id IN ($1, $2)`, [boss.id, rogue.id]);
    const puppet = { email: `${randomUUID()}@example.com`, name: 'Puppet', role: 'PLATFORM_ADMIN' };
    const status = await held('/api/v1/admin/users', name, puppet, async () => {
      expect((await boss.post(`/api/v1/admin/users/${rogue.id}/suspend`, {})).status).toBe(200);
    });
    expect(status).toBe(401);
    expect(await t.rows('SELECT id FROM hub_user WHERE email = $1', [puppet.email])).toEqual([]);
  });

  it('succeeds when nothing has changed', async () => {
    const name = `held-${randomUUID()}`;
    const user = await actors.user({ name, plan: 'ENTERPRISE' });
    const slug = `held-${randomUUID().slice(0, 8)}`;
    const body = { name: slug, slug, display_name: slug };
    expect(await held('/api/v1/orgs', name, body, () => user.get('/api/v1/me'))).toBe(201);
  });
});
