import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ForeignProvider } from '../../../support/foreign-provider.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  events,
  hasSession,
  isCallback,
  lastRefusal,
  LOGIN,
  ME,
  ORIGIN,
  PUBLIC_URL,
  SESSION,
} from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

describe('through an external provider', () => {
  let provider: ForeignProvider;
  let t: TestApp;
  beforeAll(async () => {
    provider = await ForeignProvider.start(PUBLIC_URL);
    t = await startTestApp({
      ...BROWSER_SETTINGS,
      ...provider.settings,
      PLATFORM_ADMIN_EMAILS: 'root@example.com',
    });
  });
  afterAll(async () => {
    await t.close();
    await provider.close();
  });

  const as = (sub: string, more: object = {}): void => {
    provider.user = { sub, email: `${sub}@example.com`, email_verified: true, name: sub, ...more };
  };
  const me = async (browser = browserOf(t)): Promise<Record<string, unknown>> =>
    JSON.parse((await startSignIn(browser)).text) as Record<string, unknown>;

  it('a user signs in, with the address from userinfo, and the event is recorded', async () => {
    as('alice', { name: 'Alice' });
    const browser = browserOf(t);
    const before = (await events(t)).length;
    const page = await startSignIn(browser);
    expect(page.url).toBe(ME);
    const user = JSON.parse(page.text) as { id: string };
    expect(user).toMatchObject({
      email: 'alice@example.com',
      name: 'Alice',
      plan: 'FREE',
      role: 'USER',
      orgs: [],
    });
    expect((await events(t)).slice(before)).toEqual([
      { action: 'user.created', actor_id: user.id, details: { email: 'alice@example.com' } },
      { action: 'session.created', actor_id: user.id, details: {} },
    ]);
    expect(
      await t.rows(
        'SELECT last_login_at > now() - interval \'1 minute\' AS "now" FROM hub_user WHERE id = $1',
        [user.id],
      ),
    ).toEqual([{ now: true }]);
  });

  it('the request to the provider has state, nonce, PKCE and the exact callback', async () => {
    const { headers } = await browserOf(t).visit(LOGIN);
    const url = new URL(headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'the-hub',
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/auth/callback`,
      scope: 'openid profile email offline_access',
      audience: 'https://hub.example.com/api',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('cookies are HttpOnly, Secure, SameSite=Lax and host-only, and the transaction is encrypted', async () => {
    const browser = browserOf(t);
    const login = await browser.visit(LOGIN);
    const [transaction = ''] = login.headers.getSetCookie();
    expect(transaction).toMatch(
      /^__Host-mcp-hub\.hub-sign-in-[\w-]{12}=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const done = await browser.open(login.headers.get('location') ?? '', {}, isCallback);
    const back = await browser.visit(done.url);
    const [over, session] = back.headers.getSetCookie();
    expect(over).toMatch(
      /^__Host-mcp-hub\.hub-sign-in-[\w-]{12}=[\w.-]+; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(session).toMatch(
      /^__Host-mcp-hub\.hub=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(back.headers.get('location')).toBe(`${PUBLIC_URL}/`);
  });

  it('each sign-in creates a new session and ends the browser’s previous one', async () => {
    as('alice');
    const browser = browserOf(t);
    await startSignIn(browser);
    const former = browser.copy();
    await startSignIn(browser);
    expect(browser.jar(PUBLIC_URL)[SESSION]).not.toBe(former.jar(PUBLIC_URL)[SESSION]);
    expect((await browser.visit(ME)).status).toBe(200);
    expect((await former.visit(ME)).status).toBe(401);
  });

  it('of two accounts with the address of a prepared user, one is bound to it, and the other is a new user', async () => {
    await t.rows(
      `INSERT INTO hub_user (id, email, email_key, name, created_at, updated_at)
       VALUES (gen_random_uuid(), 'twin@example.com', 'twin@example.com', 'Twin', now(), now())`,
    );
    const browsers = [browserOf(t), browserOf(t)];
    const urls: string[] = [];
    for (const [index, browser] of browsers.entries()) {
      as(`twin-${index}`, { email: 'twin@example.com' });
      urls.push(await callbackUrl(browser));
    }
    // Each code is for its own account; the claims of both are the same.
    await Promise.all(browsers.map((browser, index) => browser.visit(urls[index] ?? '')));
    const rows = await t.rows<{ subject: string }>(
      `SELECT subject FROM hub_user WHERE email_key = 'twin@example.com' ORDER BY subject`,
    );
    expect(rows).toEqual([{ subject: 'twin-0' }, { subject: 'twin-1' }]);
  });

  it.each(['SUSPENDED', 'DELETED'])(
    'a %s user is 403, with a page that says so, and recorded',
    async (status) => {
      const sub = `is-${status}`;
      as(sub);
      const { id } = await me();
      await t.rows('UPDATE hub_user SET status = $2 WHERE id = $1', [id, status]);
      const browser = browserOf(t);
      const page = await startSignIn(browser);
      expect(page.status).toBe(403);
      expect(page.text).toContain(`Your account is ${status.toLowerCase()}; ask an administrator`);
      expect(hasSession(browser)).toBe(false);
      expect(await lastRefusal(t)).toEqual({
        action: 'session.refused',
        actor_id: id,
        details: { reason: 'user_suspended' },
      });
    },
  );

  it('no session is recorded after a concurrent suspension of its user', async () => {
    as('root', { email: 'root@example.com' });
    const root = browserOf(t);
    await startSignIn(root);
    for (let round = 0; round < 5; round += 1) {
      as(`meanwhile-${round}`);
      const { id } = (await me()) as { id: string };
      const browser = browserOf(t);
      const url = await callbackUrl(browser);
      const [back, suspended] = await Promise.all([
        browser.visit(url),
        root.visit(`${PUBLIC_URL}/api/v1/admin/users/${id}/suspend`, {
          method: 'POST',
          headers: { origin: ORIGIN },
        }),
      ]);
      expect(suspended.status).toBe(200);
      expect([302, 403]).toContain(back.status);
      const recorded = await t.rows<{ action: string }>(
        `SELECT action FROM audit_event WHERE actor_id = $1 OR resource_id = $1 ORDER BY position`,
        [id],
      );
      const after = recorded.slice(recorded.findIndex(({ action }) => action === 'user.suspended') + 1);
      expect(after.map(({ action }) => action)).toEqual(back.status === 403 ? ['session.refused'] : []);
    }
  });

  it('a user who cancels sees a page that says so', async () => {
    provider.user = undefined;
    const browser = browserOf(t);
    const page = await startSignIn(browser);
    expect(page.status).toBe(403);
    expect(page.text).toContain('The identity provider has not signed you in.');
    expect(page.text).toContain(`href="${PUBLIC_URL}/auth/login"`);
    expect(hasSession(browser)).toBe(false);
  });

  it('a machine-to-machine token of the provider is a user JWT of a service', async () => {
    const jwt = await provider.serviceJwt();
    const { status, body } = await t.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: '', plan: 'FREE', role: 'USER' });
  });

  describe('the redirect after it', () => {
    it.each(['/hub/orgs?tab=1', '/', '/hub/a%2Fb', '/a//b#c'])('is %s', async (target) => {
      as('alice');
      const browser = browserOf(t);
      const url = await callbackUrl(browser, `${LOGIN}?return_to=${encodeURIComponent(target)}`);
      const { headers } = await browser.visit(url);
      expect(headers.get('location')).toBe(`https://tools.example.com${target}`);
    });

    it.each([
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\r\nSet-Cookie: __Host-session=x',
      '/\u0000',
      'javascript:alert(1)',
      'orgs',
      '',
      `/${'x'.repeat(1024)}`,
    ])('is refused with 400 for %j', async (target) => {
      const page = await browserOf(t).visit(`${LOGIN}?return_to=${encodeURIComponent(target)}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain('<p>return_to must be a path of this service, such as /orgs,');
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(page.headers.get('location')).toBeNull();
    });

    it('is refused with 400 when repeated', async () => {
      expect((await browserOf(t).visit(`${LOGIN}?return_to=/a&return_to=/b`)).status).toBe(400);
    });
  });

  it('works for the URL in a 401 of the API', async () => {
    expect((await t.actors.anonymous.get('/api/v1/me')).body.message).toBe(
      `sign in first: open ${LOGIN}, or send a token as Bearer`,
    );
  });

  it('abandoned sign-ins do not accumulate cookies in the browser', async () => {
    const browser = browserOf(t);
    for (let count = 0; count < 30; count += 1) {
      await browser.visit(`${LOGIN}?return_to=/${'x'.repeat(count * 20)}`);
      const jar = browser.jar(PUBLIC_URL);
      expect(Object.keys(jar).length).toBeLessThanOrEqual(12);
      // Proxies accept headers of 8 KiB.
      expect(browser.cookieHeader(new URL(PUBLIC_URL)).length).toBeLessThan(6 * 1024);
    }
    as('alice');
    expect((await startSignIn(browser)).url).toBe(ME);
  });

  it('pages are rate-limited by network: 429 with a page', async () => {
    const strict = await startTestApp({
      ...BROWSER_SETTINGS,
      ...provider.settings,
      RATE_LIMIT_ANONYMOUS: '1',
    });
    try {
      const browser = browserOf(strict);
      for (let count = 0; count < 8; count += 1) expect((await browser.visit(LOGIN)).status).toBe(302);
      const page = await browser.visit(LOGIN);
      expect(page.status).toBe(429);
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await browserOf(strict).visit(LOGIN)).status).toBe(302);
    } finally {
      await strict.close();
    }
  });

  it('sign-in is refused while the service is read-only', async () => {
    const readOnly = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings, READ_ONLY: 'true' });
    try {
      const page = await browserOf(readOnly).visit(LOGIN);
      expect(page.status).toBe(503);
      expect(page.headers.get('retry-after')).toBe('60');
      expect((await browserOf(readOnly).visit(`${PUBLIC_URL}/auth/callback?state=x`)).status).toBe(400);
      expect(await events(readOnly)).toEqual([]);
    } finally {
      await readOnly.close();
    }
  });

  it.each([
    'GET /auth',
    'GET /auth/',
    'GET /auth/other',
    'POST /auth/login',
    'GET /auth/logout',
    'PUT /auth/callback',
  ])('there is no %s, which a page says', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(t.url + path, { method, redirect: 'manual' });
    expect([404, 405]).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'`);
  });
});
