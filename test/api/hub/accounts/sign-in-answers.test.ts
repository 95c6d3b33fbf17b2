import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HubUsersService } from '../../../../src/hub/accounts/identity/hub-users.service.js';
import { SessionsService } from '../../../../src/hub/accounts/sessions/sessions.service.js';
import { OpenIdClient } from '../../../../src/hub/accounts/sign-in/openid-client.js';
import { SignInCompletions } from '../../../../src/hub/accounts/sign-in/sign-in-completions.js';
import { SignInRefusals } from '../../../../src/hub/accounts/sign-in/sign-in-refusals.js';
import { SignInService } from '../../../../src/hub/accounts/sign-in/sign-in.service.js';
import { ed25519Key, rsaKey } from '../../../support/fake-idp.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  events,
  hasSession,
  lastRefusal,
  LOGIN,
  ME,
  PUBLIC_URL,
} from '../../../support/hub-browser.js';
import { ScriptedIdp, type TokenScript } from '../../../support/scripted-idp.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let idp: ScriptedIdp;
let t: TestApp;
beforeAll(async () => {
  idp = await ScriptedIdp.start();
  t = await startTestApp({ ...BROWSER_SETTINGS, ...idp.settings });
});
afterAll(async () => {
  await t.close();
  await idp.close();
});
beforeEach(() => {
  idp.token = {};
  idp.failure = undefined;
});

const anywhere = { strict: false } as const;

/** The sign-in of one of several servers. */
const server = (): SignInService =>
  new SignInService(
    t.app.get(OpenIdClient, anywhere),
    t.app.get(HubUsersService, anywhere),
    t.app.get(SessionsService, anywhere),
    t.app.get(SignInRefusals, anywhere),
    t.app.get(SignInCompletions, anywhere),
    t.config,
  );

describe('a response of the provider', () => {
  it('that is valid signs in', async () => {
    expect((await startSignIn(browserOf(t))).url).toBe(ME);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each<[string, TokenScript]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another issuer', { claims: { iss: 'https://evil.example/' } }],
    ['an expiry in the past', { claims: { exp: now - 3600 } }],
    ['an expiry this second', { claims: { exp: now } }],
    ['an issue time an hour ahead', { claims: { iat: now + 3600, exp: now + 7200 } }],
    ['a not-before time an hour ahead', { claims: { nbf: now + 3600, exp: now + 7200 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject that is too long', { claims: { sub: 'x'.repeat(300) } }],
    ['a subject with NUL', { claims: { sub: 'a\u0000b' } }],
    ['a subject with a lone surrogate', { claims: { sub: 'a\ud800b' } }],
    [
      'two audiences of which none is authorized',
      { claims: { aud: ['scripted-hub', 'other'], azp: 'other' } },
    ],
    ['an unknown key', { key: rsaKey('nobody') }],
    ['another key under a known id', { key: rsaKey('scripted-1') }],
    ['another algorithm', { key: ed25519Key('scripted-1') }],
    ['no signature', { idToken: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }],
    ['no ID token', { idToken: '' }],
  ])('with %s is 400', async (_what, script) => {
    idp.token = script;
    const browser = browserOf(t);
    const page = await startSignIn(browser);
    expect(page.status).toBe(400);
    expect(hasSession(browser)).toBe(false);
    expect(await lastRefusal(t)).toMatchObject({ details: { reason: 'invalid_provider_response' } });
  });

  it.each(['iat', 'nbf'])('signs in while its clock is half a minute ahead (%s)', async (claim) => {
    idp.token = { claims: { [claim]: Math.floor(Date.now() / 1000) + 30 } };
    expect((await startSignIn(browserOf(t))).url).toBe(ME);
  });

  it('is taken once by two servers that get it at once, and there is one session', async () => {
    const browser = browserOf(t);
    const { search, searchParams } = new URL(await callbackUrl(browser));
    const [sealed] = Object.values(browser.jar(PUBLIC_URL));
    const state = searchParams.get('state') ?? '';
    const answer = { state, query: search.slice(1), sealed, session: undefined };
    const created = async (): Promise<number> =>
      (await events(t)).filter(({ action }) => action === 'session.created').length;
    const before = await created();
    // They share the database only.
    const servers = [server(), server()];
    const outcomes = await Promise.allSettled(servers.map((each) => each.complete(answer)));
    const [first, ...others] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(first?.session).toMatch(/^[\w-]{43}$/);
    for (const other of others) expect(other).toEqual(first);
    // One of them may come when the other has ended already.
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'bad_request' });
    expect((await created()) - before).toBe(1);
    for (const each of servers)
      await expect(each.complete(answer)).rejects.toMatchObject({ kind: 'bad_request' });
    expect((await created()) - before).toBe(1);
  });

  it('for another sign-in is 400: the nonce of its ID token differs', async () => {
    const [first, second] = [browserOf(t), browserOf(t)];
    const url = await callbackUrl(first);
    const token = await idp.idToken();
    await callbackUrl(second);
    idp.token = { idToken: token };
    expect((await first.visit(url)).status).toBe(302);
    idp.token = {};
    const again = await callbackUrl(first);
    idp.token = { idToken: token };
    expect((await first.visit(again)).status).toBe(400);
  });

  it.each<[string, NonNullable<ScriptedIdp['failure']>]>([
    ['an outage', (res) => void res.writeHead(500).end()],
    ['a broken connection', (res) => void res.destroy()],
    ['a body that is not JSON', (res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>')],
    [
      'an unknown client',
      (res) =>
        void res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}'),
    ],
    [
      'a few bytes that unpack to many',
      (res) =>
        void res
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
          .end(gzipSync(`${' '.repeat(4 * 1024 * 1024)}{}`)),
    ],
  ])('that is %s is 503 and can be retried', async (_what, failure) => {
    idp.failure = failure;
    const browser = browserOf(t);
    const page = await startSignIn(browser);
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('5');
    idp.failure = undefined;
    expect((await startSignIn(browser)).url).toBe(ME);
  });

  it('that rejects the code is 400', async () => {
    idp.failure = (res) =>
      void res.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
    expect((await startSignIn(browserOf(t))).status).toBe(400);
  });

  it('whose ID token is used as an access token is 401', async () => {
    const jwt = await idp.idToken();
    expect((await t.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me')).status).toBe(401);
  });

  it('with a malformed email_verified does not verify the address', async () => {
    idp.token = { claims: { sub: 'scripted|text', email_verified: 'true' } };
    await startSignIn(browserOf(t));
    expect(await t.rows(`SELECT email_verified FROM hub_user WHERE subject = 'scripted|text'`)).toEqual([
      { email_verified: false },
    ]);
  });
});

describe('an address from the provider’s userinfo endpoint', () => {
  it.each([
    [true, false, true],
    [false, true, false],
    [undefined, true, false],
  ])(
    'is verified when userinfo says so (%s), whatever the ID token says (%s)',
    async (info, token, verified) => {
      const sub = `scripted|${String(info)}-${String(token)}`;
      idp.token = {
        claims: { sub, email: undefined, email_verified: token },
        userinfo: { email: 'info@example.com', ...(info !== undefined && { email_verified: info }) },
      };
      const page = await startSignIn(browserOf(t));
      expect(JSON.parse(page.text)).toMatchObject({ email: 'info@example.com', email_verified: verified });
    },
  );
});

describe('an unreachable provider', () => {
  it('is a 503 page, and does not delay the start', async () => {
    const away = await startTestApp({
      ...BROWSER_SETTINGS,
      IDP_DOMAIN: 'http://127.0.0.1:1/',
      IDP_AUDIENCE: 'hub',
      IDP_CLIENT_ID: 'client',
      IDP_CLIENT_SECRET: 'secret',
    });
    try {
      const page = await browserOf(away).visit(LOGIN);
      expect(page.status).toBe(503);
      expect(page.text).toContain('The identity provider cannot be reached; try again.');
      expect(page.headers.getSetCookie()).toEqual([]);
    } finally {
      await away.close();
    }
  });
});
