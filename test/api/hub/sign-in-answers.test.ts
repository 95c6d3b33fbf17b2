import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ed25519Key, rsaKey } from '../../support/fake-idp.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  hasSession,
  lastRefusal,
  LOGIN,
  ME,
} from '../../support/hub-browser.js';
import { ScriptedIdp, type TokenScript } from '../../support/scripted-idp.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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
