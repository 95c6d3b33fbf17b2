import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../../src/auth/rules/scopes.js';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import { AccountRemoval } from '../../../../src/hub/administration/account-removal/account-removal.service.js';
import { systemActor } from '../../../../src/hub/audit/events/actor.js';
import type { ApiClient } from '../../../support/api-client.js';
import { PASSWORD } from '../../../support/credentials.js';
import { HubIdp } from '../../../support/hub-actors.js';
import { BROWSER_SETTINGS, browserOf, events, ME, signIn } from '../../../support/hub-browser.js';
import { useHub, useTestApp } from '../../../support/suite.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const t = await useTestApp({ ...BROWSER_SETTINGS, AUTH_OSS_ENABLE_BASIC: 'true' });
const hub = await useHub({ PLATFORM_ADMIN_EMAILS: 'root@example.com' });
const users = (): LocalUsersService => t.app.get(LocalUsersService);

/** Deletes a local user as the command line does. */
async function remove(username: string): Promise<void> {
  const id = await users().requireRemovable(username);
  await t.app.get(AccountRemoval).removeLocal(id, systemActor('operator'));
}

const statusOf = async (client: ApiClient): Promise<number> =>
  (await client.get('/v1/org/acme/members')).status;

describe('a deleted local user', () => {
  it('frees the name for another account, to which nothing of the old one belongs', async () => {
    const alice = await t.actors.member('acme', 'admin', 'alice');
    const token = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources: ['org/acme/'] }, alice);
    const browser = browserOf(t);
    const { text } = await signIn(browser, 'alice');
    const before = JSON.parse(text) as { id: string };
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [before.id]);
    expect([await statusOf(alice), await statusOf(token)]).toEqual([200, 200]);

    await remove('alice');
    expect([await statusOf(alice), await statusOf(token)]).toEqual([401, 401]);
    expect((await browser.visit(ME)).status).toBe(401);
    expect((await events(t)).at(-1)).toMatchObject({ action: 'user.deleted', actor_id: null });
    const [row] = await t.rows<object>(
      `SELECT status, issuer, subject, email, email_key, name, role FROM hub_user WHERE id = $1`,
      [before.id],
    );
    expect(row).toEqual({
      status: 'DELETED',
      issuer: null,
      subject: null,
      email: '',
      email_key: '',
      name: '',
      role: 'USER',
    });

    await users().add({ username: 'alice', password: PASSWORD });
    expect([await statusOf(alice), await statusOf(token)]).toEqual([401, 401]);
    expect((await browser.visit(ME)).status).toBe(401);
    const after = JSON.parse((await signIn(browserOf(t), 'alice')).text) as object;
    expect(after).toMatchObject({ role: 'USER', orgs: [], name: 'alice' });
    expect(after).not.toMatchObject({ id: before.id });
    const login = await t.actors.anonymous.post('/v1/auth/login', { username: 'alice', password: PASSWORD });
    const fresh = t.actors.anonymous.as(`Bearer ${login.body.access_token as string}`);
    expect((await fresh.get('/v1/tokens')).body.tokens).toEqual([]);
    expect(await statusOf(fresh)).not.toBe(200);
  });

  it('is deleted once by two callers at once, and a name that is free is 404', async () => {
    await t.actors.user('twice');
    const results = await Promise.allSettled([remove('twice'), remove('twice')]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    await expect(remove('twice')).rejects.toMatchObject({ kind: 'not_found' });
    const added = await Promise.allSettled(
      [1, 2].map(() => users().add({ username: 'twice', password: PASSWORD })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a deleted user of an identity provider', () => {
  it('frees the subject and the address; JWTs of before are refused, also after a new account', async () => {
    const { sub, first, root } = await deletable();
    const old = `Bearer ${await hub.idp.jwt({ ...sub, iat: now() - 30 })}`;
    const me = (authorization: string) => hub.t.actors.anonymous.as(authorization).get('/api/v1/me');
    expect((await me(old)).status).toBe(200);
    expect((await root.delete(`/api/v1/admin/users/${first}`)).status).toBe(204);
    expect((await me(old)).status).toBe(401);
    expect((await me(`Bearer ${await hub.idp.jwt({ ...sub, iat: undefined })}`)).status).toBe(401);
    const fresh = `Bearer ${await hub.idp.jwt({ ...sub, iat: now() + 5 })}`;
    const again = await me(fresh);
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(first);
    expect(again.body).toMatchObject({ role: 'USER', orgs: [], email: 'gone@example.com' });
    expect((await me(old)).status).toBe(401);
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  const deletable = async () => {
    const sub = { sub: 'auth0|gone', email: 'gone@example.com', email_verified: true };
    const authorization = `Bearer ${await hub.idp.jwt({ ...sub, iat: now() - 60 })}`;
    const { body } = await hub.t.actors.anonymous.as(authorization).get('/api/v1/me');
    const rootClaims = { sub: 'auth0|root', email: 'root@example.com', email_verified: true };
    const root = hub.t.actors.anonymous.as(`Bearer ${await hub.idp.jwt(rootClaims)}`);
    await root.get('/api/v1/me');
    return { sub, first: body.id as string, root };
  };
});

describe('the registry in enterprise mode', () => {
  let idp: HubIdp;
  let own: TestApp;
  beforeAll(async () => {
    idp = await HubIdp.start();
    own = await startTestApp({
      ...idp.settings,
      PLATFORM_ADMIN_EMAILS: 'root@example.com',
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_JWKS_URL: `${idp.issuer}jwks`,
      AUTH_ENTERPRISE_ISSUER: idp.issuer,
      AUTH_ENTERPRISE_AUDIENCE: idp.audience,
    });
  });
  afterAll(async () => {
    await own.close();
    await idp.close();
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  const as = async (name: string, change: Readonly<Record<string, unknown>> = {}): Promise<ApiClient> => {
    const claims = { sub: `idp|${name}`, email: `${name}@example.com`, email_verified: true };
    return own.actors.anonymous.as(`Bearer ${await idp.jwt({ ...claims, ...change })}`);
  };
  const registrar = (): Promise<ApiClient> => as('registrar', { scopes: [...SCOPES], resources: ['org/'] });
  const remove = async (client: ApiClient): Promise<void> => {
    const { body } = await client.get('/api/v1/me');
    const root = await as('root');
    expect((await root.delete(`/api/v1/admin/users/${body.id as string}`)).status).toBe(204);
  };
  const members = async (client: ApiClient, org: string) => {
    const { status, body } = await client.get(`/v1/org/${org}/members`);
    return { status, names: (body.members as { username: string }[] | undefined)?.map((m) => m.username) };
  };

  it('refuses JWTs of a subject from before its deletion in the hub, and accepts later ones', async () => {
    const read = { scopes: ['mcp:catalog:read'], resources: ['catalog'] };
    const old = await as('leaver', { ...read, iat: now() - 60 });
    expect((await old.get('/v1/catalog')).status).toBe(200);
    await remove(old);
    expect((await old.get('/v1/catalog')).status).toBe(401);
    const fresh = await as('leaver', { ...read, iat: now() + 30 });
    expect((await fresh.get('/v1/catalog')).status).toBe(200);
  });

  it('gives a new account with the subject no membership, token or name of the deleted one', async () => {
    const boss = await registrar();
    const rights = { scopes: [...SCOPES], resources: ['org/kept/'] };
    const old = await as('gone', { ...rights, iat: now() - 60 });
    for (const username of ['idp|gone', 'idp|other']) {
      const added = await boss.post('/v1/org/kept/members', { username, role: 'admin' });
      expect(added.status).toBe(201);
    }
    const made = await old.post('/v1/tokens', {
      description: 'ci',
      scopes: ['mcp:resolve'],
      resources: ['org/kept/'],
      expires_in: 86_400,
    });
    expect(made.status).toBe(201);
    const token = own.actors.anonymous.as(
      `Token ${made.body.token_id as string}:${made.body.secret as string}`,
    );
    expect((await members(token, 'kept')).status).toBe(200);

    await remove(old);
    const fresh = await as('gone', { scopes: [], resources: [], iat: now() + 30 });
    expect(await members(fresh, 'kept')).toEqual({ status: 403, names: undefined });
    const member = { username: 'idp|accomplice', role: 'member' };
    const powerful = await as('gone', { ...rights, iat: now() + 30 });
    expect((await powerful.post('/v1/org/kept/members', member)).status).toBe(403);
    expect((await members(token, 'kept')).status).toBe(401);
    expect(await members(boss, 'kept')).toEqual({ status: 200, names: ['idp|other'] });
    const org = { name: 'kept', slug: 'kept', display_name: 'Kept' };
    const { body } = await fresh.get('/api/v1/me');
    await own.rows(`UPDATE hub_user SET plan = 'ENTERPRISE' WHERE id = $1`, [body.id]);
    expect((await fresh.post('/api/v1/orgs', org)).status).toBe(409);

    // Deleting the new account touches memberships that were given to it, and no others.
    expect((await boss.post('/v1/org/kept/members', { username: 'idp|gone', role: 'member' })).status).toBe(
      201,
    );
    expect((await members(fresh, 'kept')).status).toBe(200);
    const capital = { username: 'idp|GONE', role: 'member' };
    expect((await boss.post('/v1/org/kept/members', capital)).status).toBe(201);
    await remove(fresh);
    expect((await members(boss, 'kept')).names).toEqual(['idp|GONE', 'idp|other']);
  });
});

describe('the registry in oss mode beside an identity provider', () => {
  it('keeps the membership of a local user whose name is the subject of a deleted account', async () => {
    await hub.t.actors.member('namesake', 'member', 'namesake');
    const claims = { sub: 'namesake', email: 'namesake@example.com', email_verified: true };
    const client = hub.t.actors.anonymous.as(`Bearer ${await hub.idp.jwt(claims)}`);
    const { body } = await client.get('/api/v1/me');
    const rootClaims = { sub: 'auth0|root', email: 'root@example.com', email_verified: true };
    const root = hub.t.actors.anonymous.as(`Bearer ${await hub.idp.jwt(rootClaims)}`);
    expect((await root.delete(`/api/v1/admin/users/${body.id as string}`)).status).toBe(204);
    const local = await hub.t.actors.user('namesake-2');
    expect((await local.get('/v1/org/namesake/members')).status).toBe(403);
    const [row] = await hub.t.rows(`SELECT FROM registry_member WHERE username = 'namesake'`);
    expect(row).toBeDefined();
  });
});
