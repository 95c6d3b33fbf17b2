import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import type { Browser, Visit } from '../../../support/browser.js';
import { PASSWORD } from '../../../support/credentials.js';
import { browserOf, BROWSER_SETTINGS, events, PUBLIC_URL, signIn } from '../../../support/hub-browser.js';
import { useHub, useTestApp } from '../../../support/suite.js';

const PATH = '/api/v1/me/registry-token';
const t = await useTestApp(BROWSER_SETTINGS);
const remote = await useHub();
const enterprise = await useHub({
  AUTH_MODE: 'enterprise',
  AUTH_ENTERPRISE_JWKS_URL: `${remote.idp.issuer}/jwks`,
  AUTH_ENTERPRISE_ISSUER: remote.idp.issuer,
  AUTH_ENTERPRISE_AUDIENCE: 'registry',
});

const request = (browser: Browser, headers = { origin: new URL(PUBLIC_URL).origin }): Promise<Visit> =>
  browser.visit(`${PUBLIC_URL}${PATH}`, { method: 'POST', headers });
const signedIn = async (username: string): Promise<Browser> => {
  const browser = browserOf(t);
  await signIn(browser, username);
  return browser;
};

beforeAll(async () => {
  await t.actors.member('acme', 'member', 'alice');
  for (const name of ['bob', 'carol']) await t.actors.user(name);
});

describe('POST /api/v1/me/registry-token is refused', () => {
  it('without credentials: 401', async () => {
    expect((await request(browserOf(t))).status).toBe(401);
  });

  it('with a session, from another origin: 403', async () => {
    const browser = await signedIn('bob');
    expect((await request(browser, { origin: 'https://evil.example.com' })).status).toBe(403);
  });

  it('for service tokens: 403', async () => {
    const { id } = await remote.actors.organization();
    const token = await remote.actors.serviceToken(id, [`admin:org:${id}`]);
    expect((await token.post(PATH)).status).toBe(403);
  });

  it.each([
    ['users of another identity provider', remote],
    ['users of a registry in enterprise mode', enterprise],
  ])('for %s: 409 that says so', async (_whose, { actors }) => {
    const { status, body } = await (await actors.user()).post(PATH);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('those of the identity provider'),
    });
  });

  it('with a body that is not read as an object: 400, 413 and 415, as documented', async () => {
    const user = await remote.actors.user();
    const statusOf = async (body: string, type = 'application/json'): Promise<number> =>
      (await user.send('POST', PATH, { body, headers: { 'content-type': type } })).status;
    expect(await statusOf('[]')).toBe(400);
    expect(await statusOf('{')).toBe(400);
    expect(await statusOf(`{"a":"${'x'.repeat(300_000)}"}`)).toBe(413);
    expect(await statusOf('{}', 'text/plain')).toBe(415);
  });

  it('for suspended and disabled users: 401', async () => {
    const [bob, carol] = [await signedIn('bob'), await signedIn('carol')];
    await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE name = 'bob'`);
    expect((await request(bob)).status).toBe(401);
    await t.app.get(LocalUsersService).setDisabled('carol', true);
    expect((await request(carol)).status).toBe(401);
  });
});

describe('POST /api/v1/me/registry-token', () => {
  it('gives what a login at the registry gives, for 15 minutes, uncached and audited', async () => {
    const browser = await signedIn('alice');
    const { status, text, headers } = await request(browser);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const answer = JSON.parse(text) as { access_token: string };
    expect(answer).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 });
    const login = await t.actors.anonymous.post('/v1/auth/login', { username: 'alice', password: PASSWORD });
    const own = decodeJwt(answer.access_token);
    const { iat, exp, ...claims } = decodeJwt(login.body.access_token);
    expect(own).toMatchObject(claims);
    expect(Number(own.exp) - Number(own.iat)).toBe(900);
    expect(Number(exp) - Number(iat)).toBe(3600);
    const client = t.actors.anonymous.as(`Bearer ${answer.access_token}`);
    expect((await client.get('/v1/org/acme/members')).status).toBe(200);
    expect((await events(t)).at(-1)).toMatchObject({
      action: 'registry_token.created',
      details: { username: 'alice', expires_in: 900 },
    });
    expect(JSON.stringify(await events(t))).not.toContain(answer.access_token);
  });
});
