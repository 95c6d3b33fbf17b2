import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BootstrapAdmin } from '../../../../src/auth/local-users/bootstrap-admin.js';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import { PASSWORD } from '../../../support/credentials.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  ME,
  PUBLIC_URL,
  SESSION,
  signIn,
} from '../../../support/hub-browser.js';
import { useTestApp } from '../../../support/suite.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const t = await useTestApp({
  ...BROWSER_SETTINGS,
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
});
beforeAll(async () => {
  await t.app.get(BootstrapAdmin).ensure();
  await t.actors.user('alice');
  await users().add({ username: 'bob', email: 'Bob@example.com', password: PASSWORD });
});

const users = (): LocalUsersService => t.app.get(LocalUsersService);

describe('the form', () => {
  const fields = { username: 'alice', password: PASSWORD };

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('is 403 from %s', async (_what, headers) => {
    const browser = browserOf(t);
    const { url } = await startSignIn(browser);
    const page = await browser.open(url, { form: fields, headers });
    expect(page.status).toBe(403);
    expect(browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
  });

  it('is 400 in a browser that has not started the sign-in', async () => {
    const { url } = await startSignIn(browserOf(t));
    const page = await browserOf(t).open(url, { form: fields });
    expect(page.status).toBe(400);
    expect(page.text).toContain('This sign-in was not started in this browser');
    const other = browserOf(t);
    await startSignIn(other);
    expect((await other.open(url, { form: fields })).status).toBe(400);
  });

  it.each<[string, number, RequestInit]>([
    ['JSON', 415, { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['a field twice', 400, { body: 'username=a&username=b&password=c' }],
    ['a field with an index', 401, { body: 'username[]=a&__proto__=b&constructor=c' }],
    ['too much', 413, { body: `username=${'x'.repeat(20_000)}` }],
    ['too many fields', 413, { body: Array.from({ length: 20 }, (_, index) => `f${index}=1`).join('&') }],
    ['broken encoding', 401, { body: 'username=%&password=%zz' }],
    [
      'another charset',
      415,
      { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' } },
    ],
  ])('with %s is %i', async (_what, status, { body = 'a=b', headers = {} }) => {
    const browser = browserOf(t);
    const { url } = await startSignIn(browser);
    const { pathname, origin } = new URL(url);
    const response = await fetch(t.url + pathname, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(headers as Record<string, string>),
        'x-forwarded-for': '192.0.2.9',
        origin,
        cookie: browser.cookieHeader(new URL(url)),
      },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

describe('the provider', () => {
  const authorize = (change: Record<string, string>): string =>
    `${PUBLIC_URL}/oidc/auth?${String(
      new URLSearchParams({
        client_id: 'mcp-hub',
        response_type: 'code',
        redirect_uri: `${PUBLIC_URL}/auth/callback`,
        scope: 'openid email profile',
        state: 'a-state',
        // RFC 7636, appendix B.
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        ...change,
      }),
    )}`;
  const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  const exchange = (
    code: string,
    change: Record<string, string> = {},
    secret?: string,
  ): Promise<Response> => {
    const { id, secret: own } = t.config.idp?.client ?? { id: '', secret: '' };
    return fetch(`${t.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret ?? own}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${PUBLIC_URL}/auth/callback`,
        code_verifier: VERIFIER,
        ...change,
      }),
    });
  };

  const codeOf = async (username: string): Promise<string> => {
    const browser = browserOf(t);
    const form = await browser.open(authorize({}));
    const { url } = await browser.submit(form, { username, password: PASSWORD }, (next) =>
      next.includes('/auth/callback'),
    );
    return new URL(url).searchParams.get('code') ?? '';
  };

  it.each(['', '/hub'])(
    'publishes its metadata with the public URL, whatever the Host header (path "%s")',
    async (prefix) => {
      const response = await fetch(`${t.url}${prefix}/oidc/.well-known/openid-configuration`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      });
      expect(await response.json()).toMatchObject({
        issuer: `${PUBLIC_URL}/oidc`,
        authorization_endpoint: `${PUBLIC_URL}/oidc/auth`,
        token_endpoint: `${PUBLIC_URL}/oidc/token`,
        jwks_uri: `${PUBLIC_URL}/oidc/jwks`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
      });
    },
  );

  it('publishes only the public half of its key', async () => {
    const { keys } = (await (await fetch(`${t.url}/oidc/jwks`)).json()) as { keys: object[] };
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
      },
    ]);
  });

  it('issues access tokens that are user JWTs of the hub, and ID tokens that are not', async () => {
    const { access_token: access, id_token: id } = (await (
      await exchange(await codeOf('alice'))
    ).json()) as Record<string, string>;
    const me = await t.actors.anonymous.as(`Bearer ${String(access)}`).get('/api/v1/me');
    expect(me.body).toMatchObject({ email: 'alice@localhost', name: 'alice' });
    expect((await t.actors.anonymous.as(`Bearer ${String(id)}`).get('/api/v1/me')).status).toBe(401);
    // A browser session of the same user: a disabled account ends it.
    const session = browserOf(t);
    expect(JSON.parse((await signIn(session, 'alice')).text)).toEqual(me.body);
    await users().setDisabled('alice', true);
    try {
      expect((await t.actors.anonymous.as(`Bearer ${String(access)}`).get('/api/v1/me')).status).toBe(401);
      expect((await session.visit(ME)).status).toBe(401);
    } finally {
      await users().setDisabled('alice', false);
    }
  });

  it('accepts a code once, from its client, with its verifier and redirect URI', async () => {
    const refusals: [Record<string, string>, string | undefined, number][] = [
      [{ code_verifier: 'x'.repeat(43) }, undefined, 400],
      [{ redirect_uri: 'https://evil.example/' }, undefined, 400],
      [{}, 'another secret', 401],
    ];
    for (const [change, secret, status] of refusals) {
      expect((await exchange(await codeOf('alice'), change, secret)).status).toBe(status);
    }
    const code = await codeOf('alice');
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).status).toBe(400);
  });

  it('accepts no refresh token from before the credentials ended', async () => {
    await users().add({ username: 'rosa', password: PASSWORD });
    const browser = browserOf(t);
    await signIn(browser, 'rosa');
    await t.rows(
      `UPDATE local_user SET credentials_valid_from = date_trunc('milliseconds', now()) WHERE username = 'rosa'`,
    );
    expect((await browser.visit(ME)).status).toBe(200);
    await t.rows(
      `UPDATE hub_session SET refresh_at = now() WHERE user_id = (SELECT id FROM hub_user WHERE name = 'rosa')`,
    );
    expect((await browser.visit(ME)).status).toBe(401);
  });

  it('accepts no code from before a new password, and nobody is signed in by one', async () => {
    await users().add({ username: 'paul', password: PASSWORD });
    const code = await codeOf('paul');
    await users().setPassword('paul', `${PASSWORD} 2`);
    expect((await exchange(code)).status).toBe(400);
    const browser = browserOf(t);
    const page = await startSignIn(browser);
    const back = await browser.open(
      page.url,
      { form: { username: 'paul', password: `${PASSWORD} 2` } },
      (url) => url.startsWith(`${PUBLIC_URL}/auth/callback`),
    );
    await users().setPassword('paul', `${PASSWORD} 3`);
    expect((await browser.open(back.url)).status).toBe(400);
    expect(browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
  });

  it.each(['client_credentials', 'password', 'refresh_token', 'implicit'])(
    'supports no grant %s',
    async (grant) => {
      expect((await exchange('x', { grant_type: grant, username: 'alice', password: PASSWORD })).status).toBe(
        400,
      );
    },
  );

  it.each<[string, Record<string, string>]>([
    ['another redirect', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['a longer redirect', { redirect_uri: `${PUBLIC_URL}/auth/callback/x` }],
    ['another client', { client_id: 'other' }],
  ])('does not redirect for %s', async (_what, change) => {
    const page = await browserOf(t).open(authorize(change));
    expect(page.status).toBe(400);
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`);
  });

  it.each<[string, Record<string, string>]>([
    ['no challenge', { code_challenge: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a token without code', { response_type: 'id_token' }],
    ['no prompt at all', { prompt: 'none' }],
  ])('refuses a request with %s', async (_what, change) => {
    const browser = browserOf(t);
    await signIn(browser, 'alice');
    const { url } = await browser.open(authorize(change), {}, (next) => next.includes('/auth/callback'));
    expect(url).toMatch(/[?&#]error=\w+/);
    expect(url).not.toMatch(/[?&#]code=/);
  });

  it.each([
    'GET /oidc',
    'GET /oidc/',
    'GET /oidc/token',
    'POST /oidc/auth',
    'GET /oidc/me',
    'POST /oidc/request',
    'GET /oidc/session/end',
    'POST /oidc/reg',
    'DELETE /oidc/interaction/x',
    'GET /oidc/interaction/x/abort',
    'GET /oidc/.well-known/oauth-authorization-server',
    'GET /oidc/..%2Fauth',
  ])('has no %s', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(t.url + path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('is 400 for a URL longer than any of its own', async () => {
    expect((await fetch(`${t.url}/oidc/auth?state=${'x'.repeat(5000)}`)).status).toBe(400);
  });
});

describe('a hub with another provider, or none', () => {
  let other: TestApp | undefined;
  afterEach(() => other?.close());

  it.each<[string, Record<string, string>, string]>([
    [
      'another one',
      { IDP_DOMAIN: 'http://127.0.0.1:1/', IDP_AUDIENCE: 'hub' },
      'send a token of http://127.0.0.1:1/ as Bearer',
    ],
    [
      'none',
      {
        AUTH_MODE: 'enterprise',
        AUTH_ENTERPRISE_JWKS_URL: 'http://127.0.0.1:1/',
        AUTH_ENTERPRISE_ISSUER: 'x',
        AUTH_ENTERPRISE_AUDIENCE: 'y',
      },
      'nobody can sign in: no identity provider is configured (IDP_DOMAIN)',
    ],
  ])('has no built-in one: %s', async (_what, settings, hint) => {
    other = await startTestApp(settings);
    const refused = await other.actors.anonymous.get('/api/v1/me');
    expect(refused).toMatchObject({ status: 401, body: { message: `sign in first: ${hint}` } });
    for (const path of ['/oidc/.well-known/openid-configuration', '/oidc/auth', '/oidc/interaction/x']) {
      expect((await fetch(other.url + path)).status).toBe(404);
    }
    const login = await fetch(`${other.url}/auth/login`, { redirect: 'manual' });
    expect(login.status).toBe(503);
    const page = await login.text();
    expect(page).toContain('Nobody can sign in here: IDP_DOMAIN and IDP_CLIENT_ID are not configured.');
    expect(page).toContain('>Go to the start page</a>');
    expect(page).not.toContain('/auth/login');
  });
});
