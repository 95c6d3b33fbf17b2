import { beforeAll, describe, expect, it } from '@jest/globals';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import type { ApiClient } from '../../../support/api-client.js';
import type { Browser } from '../../../support/browser.js';
import { PASSWORD } from '../../../support/credentials.js';
import { browserOf, BROWSER_SETTINGS, PUBLIC_URL, signIn } from '../../../support/hub-browser.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp({ ...BROWSER_SETTINGS, AUTH_OSS_ENABLE_BASIC: 'true' });
let admin: Browser;

const origin = new URL(PUBLIC_URL).origin;
const basic = Buffer.from(`alice:${PASSWORD}`).toString('base64');

/** The id of a user in the hub, who has signed in once. */
async function hubUser(username: string): Promise<string> {
  await signIn(browserOf(t), username);
  const [user] = await t.rows<{ id: string }>('SELECT id FROM hub_user WHERE name = $1', [username]);
  return user?.id ?? '';
}

async function administer(method: string, path: string): Promise<void> {
  const { status, text } = await admin.visit(`${PUBLIC_URL}/api/v1/admin/users/${path}`, {
    method,
    headers: { origin },
  });
  if (status >= 300) throw new Error(`${status}: ${text}`);
}

/** The answers of the registry to each credential of a user. */
const answersTo = (clients: readonly ApiClient[]): Promise<number[]> =>
  Promise.all(clients.map(async (client) => (await client.get('/v1/org/acme/members')).status));

const loginOf = async (username: string): Promise<number> =>
  (await t.actors.anonymous.post('/v1/auth/login', { username, password: PASSWORD })).status;

beforeAll(async () => {
  await t.actors.user('root-admin');
  admin = browserOf(t);
  await signIn(admin, 'root-admin');
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE name = 'root-admin'`);
});

describe('the registry, once an administrator of the hub has suspended a local user,', () => {
  it('refuses every credential of the user; sessions and JWTs stay ended when the user is activated', async () => {
    const alice = await t.actors.member('acme', 'admin', 'alice');
    const id = await hubUser('alice');
    const token = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources: ['org/acme/'] }, alice);
    const clients = [alice, token, t.actors.anonymous.as(`Basic ${basic}`)];
    expect(await answersTo(clients)).toEqual([200, 200, 200]);
    await administer('POST', `${id}/suspend`);
    expect(await answersTo(clients)).toEqual([401, 401, 401]);
    expect(await loginOf('alice')).toBe(401);
    await administer('POST', `${id}/activate`);
    expect(await answersTo(clients)).toEqual([401, 200, 200]);
    expect(await answersTo([await t.actors.login('alice')])).toEqual([200]);
    expect(await loginOf('alice')).toBe(200);
  });

  it('serves other users, those included who never signed in to the hub', async () => {
    const bob = await t.actors.member('acme', 'member', 'bob');
    const carol = await t.actors.member('acme', 'member', 'carol');
    await administer('POST', `${await hubUser('bob')}/suspend`);
    expect(await answersTo([bob, carol])).toEqual([401, 200]);
    expect(await loginOf('carol')).toBe(200);
  });

  it('refuses a deleted user as well', async () => {
    const dave = await t.actors.member('acme', 'member', 'dave');
    await administer('DELETE', await hubUser('dave'));
    expect(await answersTo([dave])).toEqual([401]);
    expect(await loginOf('dave')).toBe(401);
  });

  it('refuses the token that the dashboard got, and a token that another one created', async () => {
    const fred = await t.actors.member('acme', 'member', 'fred');
    const browser = browserOf(t);
    await signIn(browser, 'fred');
    const asked = { method: 'POST', headers: { origin } };
    const { text } = await browser.visit(`${PUBLIC_URL}/api/v1/me/registry-token`, asked);
    const { access_token: jwt } = JSON.parse(text) as { access_token: string };
    const resources = ['org/acme/'];
    const parent = await t.actors.apiToken({ scopes: ['token:create', 'mcp:resolve'], resources }, fred);
    const child = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources }, parent);
    const clients = [t.actors.anonymous.as(`Bearer ${jwt}`), parent, child];
    expect(await answersTo(clients)).toEqual([200, 200, 200]);
    await administer('POST', `${await hubUser('fred')}/suspend`);
    expect(await answersTo(clients)).toEqual([401, 401, 401]);
    expect((await browser.visit(`${PUBLIC_URL}/api/v1/me/registry-token`, asked)).status).toBe(401);
  });

  it('stays closed when the operator enables the user, and reports the reason', async () => {
    const erin = await t.actors.member('acme', 'member', 'erin');
    await administer('POST', `${await hubUser('erin')}/suspend`);
    const users = t.app.get(LocalUsersService);
    expect(await users.setDisabled('erin', false)).toEqual({ suspended: true });
    expect(await answersTo([erin])).toEqual([401]);
    const listed: [string, boolean][] = [];
    for await (const { username, suspended } of users.list()) listed.push([username, suspended]);
    expect(listed).toContainEqual(['erin', true]);
    expect(listed).toContainEqual(['root-admin', false]);
  });

  it('has no administrator if that was the only one', async () => {
    const users = t.app.get(LocalUsersService);
    await users.add({ username: 'hal', password: PASSWORD, registryAdmin: true });
    expect(await users.hasAdministrator()).toBe(true);
    await administer('POST', `${await hubUser('hal')}/suspend`);
    expect(await users.hasAdministrator()).toBe(false);
  });

  it('serves a local user whose id is the subject of a suspended user of another provider', async () => {
    const gina = await t.actors.member('acme', 'member', 'gina');
    const others = await t.rows<{ id: string }>(
      `INSERT INTO hub_user (id, issuer, subject, email, email_key, name, created_at, updated_at)
       SELECT gen_random_uuid(), 'https://other.example', s, s, s, s, now(), now()
         FROM (SELECT id::text AS s FROM local_user WHERE username = 'gina' UNION SELECT 'auth0|gina') x
       RETURNING id`,
    );
    for (const { id } of others) await administer('POST', `${id}/suspend`);
    expect([others.length, await answersTo([gina])]).toEqual([2, [200]]);
  });
});
