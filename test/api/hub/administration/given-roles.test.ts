import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BootstrapAdmin } from '../../../../src/auth/local-users/bootstrap-admin.js';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import { OperatorAccounts } from '../../../../src/hub/administration/account-credentials/operator-accounts.service.js';
import { OperatorRoles } from '../../../../src/hub/administration/account-credentials/operator-roles.service.js';
import type { ApiClient } from '../../../support/api-client.js';
import { PASSWORD } from '../../../support/credentials.js';
import { browserOf, BROWSER_SETTINGS, events, PUBLIC_URL, signIn } from '../../../support/hub-browser.js';
import { useHub, useTestApp } from '../../../support/suite.js';

const USERS = '/api/v1/admin/users';
const origin = new URL(PUBLIC_URL).origin;

const t = await useTestApp({
  ...BROWSER_SETTINGS,
  BOOTSTRAP_ADMIN_USERNAME: 'boss',
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
  PLATFORM_ADMIN_EMAILS: 'listed@localhost,admin@localhost,chief@example.com',
});
const users = (): LocalUsersService => t.app.get(LocalUsersService);
const roles = (): OperatorRoles => t.app.get(OperatorRoles);
const operator = (): OperatorAccounts => t.app.get(OperatorAccounts);

interface Me {
  readonly id: string;
  readonly role: string;
  readonly email_verified: boolean;
}

/** What a local user is in the hub, after a sign-in. */
const signedIn = async (username: string): Promise<Me> =>
  JSON.parse((await signIn(browserOf(t), username)).text) as Me;

/** Sends a change with the session of a local user. */
async function asked(username: string, method: string, path: string, body?: object) {
  const browser = browserOf(t);
  await signIn(browser, username);
  const headers = { origin, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(`${t.url}${path}`, {
    method,
    headers: {
      ...headers,
      cookie: browser.cookieHeader(new URL(PUBLIC_URL)),
      'x-forwarded-for': '10.200.0.1',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

beforeAll(async () => {
  await t.app.get(BootstrapAdmin).ensure();
});

describe('the first administrator', () => {
  it('is not whoever has the name or the address of the default settings', async () => {
    await users().add({ username: 'admin', password: PASSWORD });
    await users().add({ username: 'listed', password: PASSWORD });
    await users().add({ username: 'other', email: 'admin@localhost', password: PASSWORD });
    for (const name of ['admin', 'listed', 'other']) {
      expect([name, await signedIn(name)]).toMatchObject([name, { role: 'USER', email_verified: false }]);
    }
  });

  it('is an account: a new one with its name and address is not', async () => {
    expect(await signedIn('boss')).toMatchObject({ role: 'PLATFORM_ADMIN' });
    await users().add({ username: 'heir', password: PASSWORD, registryAdmin: true });
    await signedIn('heir');
    await roles().setRoles('heir', { platform: 'PLATFORM_ADMIN' });
    await operator().remove('boss', {});
    await users().add({
      username: 'boss',
      email: 'admin@localhost',
      password: PASSWORD,
      registryAdmin: true,
    });
    expect(await signedIn('boss')).toMatchObject({ role: 'USER' });
  });
});

describe('the role of a platform administrator that the settings give', () => {
  it('is given once: a demotion stays, whoever signs in how often', async () => {
    await users().add({ username: 'chief', email: 'chief@example.com', password: PASSWORD });
    const { id, role } = await signedIn('chief');
    expect(role).toBe('PLATFORM_ADMIN');
    expect((await asked('heir', 'PATCH', `${USERS}/${id}/role`, { role: 'USER' })).status).toBe(200);
    for (const _time of [1, 2]) expect(await signedIn('chief')).toMatchObject({ role: 'USER' });
    expect((await asked('chief', 'GET', USERS)).status).toBe(403);
    await roles().setRoles('chief', { platform: 'PLATFORM_ADMIN' });
    expect(await signedIn('chief')).toMatchObject({ role: 'PLATFORM_ADMIN' });
    await roles().setRoles('chief', { platform: 'USER' });
    expect(await signedIn('chief')).toMatchObject({ role: 'USER' });
    expect((await events(t)).filter(({ action }) => action === 'user.role_changed').length).toBeGreaterThan(
      2,
    );
  });
});

describe('the role of an administrator of the registry', () => {
  const members = async (client: ApiClient): Promise<number> =>
    (await client.get('/v1/org/far/members')).status;

  it('can be given and taken, takes its rights with it at once, and is shown with that of the platform', async () => {
    await t.actors.member('far', 'admin', 'far-admin');
    await users().add({ username: 'rita', password: PASSWORD });
    const { id } = await signedIn('rita');
    const change = (registryRole: string) =>
      asked('heir', 'PATCH', `${USERS}/${id}/role`, { registry_role: registryRole });
    expect((await change('ADMIN')).body).toMatchObject({ role: 'USER', registry_role: 'ADMIN' });
    const login = await t.actors.login('rita');
    const token = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources: ['org/far/'] }, login);
    expect([await members(login), await members(token)]).toEqual([200, 200]);
    expect((await change('USER')).body).toMatchObject({ role: 'USER', registry_role: 'USER' });
    expect([await members(login), await members(token)]).toEqual([403, 403]);
    expect((await asked('heir', 'GET', `${USERS}/${id}`)).body).toMatchObject({
      role: 'USER',
      registry_role: 'USER',
    });
    await roles().setRoles('rita', { registryAdmin: true });
    expect(await members(login)).toBe(200);
    await roles().setRoles('rita', { registryAdmin: false });
    expect(await members(login)).toBe(403);
  });

  it('stays with the last one, also when two lose it at once', async () => {
    for await (const { username, registryAdmin } of users().list()) {
      if (registryAdmin && username !== 'heir') await roles().setRoles(username, { registryAdmin: false });
    }
    await expect(roles().setRoles('heir', { registryAdmin: false })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await roles().setRoles('rita', { registryAdmin: true });
    const results = await Promise.allSettled(
      ['heir', 'rita'].map((name) => roles().setRoles(name, { registryAdmin: false })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is 400 without any role, and for a role that does not exist', async () => {
    const { id } = await signedIn('rita');
    for (const body of [{}, { registry_role: 'OWNER' }, { role: 'ADMIN' }]) {
      expect((await asked('heir', 'PATCH', `${USERS}/${id}/role`, body)).status).toBe(400);
    }
  });
});

const hub = await useHub({ PLATFORM_ADMIN_EMAILS: 'root@example.com,second@example.com' });

describe('with another identity provider', () => {
  const as = async (name: string): Promise<ApiClient> =>
    hub.t.actors.anonymous.as(
      `Bearer ${await hub.idp.jwt({ sub: `auth0|${name}`, email: `${name}@example.com`, email_verified: true })}`,
    );

  it('a demotion stays with a new JWT, and the role in the registry is the provider’s', async () => {
    const [root, second] = [await as('root'), await as('second')];
    const { body } = await second.get('/api/v1/me');
    expect(body.role).toBe('PLATFORM_ADMIN');
    await root.get('/api/v1/me');
    const role = `${USERS}/${body.id as string}/role`;
    expect((await root.patch(role, { registry_role: 'ADMIN' })).status).toBe(409);
    expect((await root.patch(role, { role: 'USER' })).status).toBe(200);
    expect((await (await as('second')).get('/api/v1/me')).body).toMatchObject({ role: 'USER' });
    expect((await root.get(`${USERS}/${body.id as string}`)).body).toMatchObject({ registry_role: null });
  });

  it('the operator cannot give roles to somebody who is not known', async () => {
    const accounts = hub.t.app.get(OperatorRoles);
    await expect(accounts.setRoles(randomUUID(), { platform: 'PLATFORM_ADMIN' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await hub.t.app.get(LocalUsersService).add({ username: 'local', password: PASSWORD });
    await expect(accounts.setRoles('local', { platform: 'PLATFORM_ADMIN' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});
