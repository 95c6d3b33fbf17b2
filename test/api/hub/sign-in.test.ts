import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ForeignProvider } from '../../support/foreign-provider.js';
import {
  begin,
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  events,
  hasSession,
  isCallback,
  lastRefusal,
  LOGIN,
  ME,
  PUBLIC_URL,
  SESSION,
} from '../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

describe('through a provider elsewhere', () => {
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
    JSON.parse((await begin(browser)).text) as Record<string, unknown>;

  it('a user signs in, whose address is asked of userinfo, and it is recorded', async () => {
    as('alice', { name: 'Alice' });
    const browser = browserOf(t);
    const before = (await events(t)).length;
    const page = await begin(browser);
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
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('cookies are HttpOnly, Secure, SameSite=Lax, for this host alone, and the transaction cannot be read', async () => {
    const browser = browserOf(t);
    const login = await browser.visit(LOGIN);
    const [transaction = ''] = login.headers.getSetCookie();
    expect(transaction).toMatch(
      /^__Host-sign-in-[\w-]{12}=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
    );
    const done = await browser.open(login.headers.get('location') ?? '', {}, isCallback);
    const back = await browser.visit(done.url);
    const [cleared, session] = back.headers.getSetCookie();
    expect(cleared).toMatch(
      /^__Host-sign-in-[\w-]{12}=; Path=\/; Max-Age=0; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(session).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(back.headers.get('location')).toBe(`${PUBLIC_URL}/`);
    expect(Object.keys(browser.jar(PUBLIC_URL))).toEqual([SESSION]);
  });

  it('each sign-in has a new session, and the browser’s former one is over', async () => {
    as('alice');
    const browser = browserOf(t);
    await begin(browser);
    const former = browser.copy();
    await begin(browser);
    expect(browser.jar(PUBLIC_URL)[SESSION]).not.toBe(former.jar(PUBLIC_URL)[SESSION]);
    expect((await browser.visit(ME)).status).toBe(200);
    expect((await former.visit(ME)).status).toBe(401);
  });

  it('what the provider says of the user by now is kept; what it does not say stays', async () => {
    as('carol', { name: 'Carol' });
    const first = await me();
    as('carol', { email: 'C@example.com', email_verified: false, name: 'Carol Two' });
    expect(await me()).toEqual({ ...first, email: 'C@example.com', name: 'Carol Two' });
    provider.user = { sub: 'carol' };
    expect(await me()).toEqual({ ...first, email: 'C@example.com', name: 'Carol Two' });
    expect(await t.rows(`SELECT email_key, email_verified FROM hub_user WHERE subject = 'carol'`)).toEqual([
      { email_key: 'c@example.com', email_verified: false },
    ]);
    const updates = await t.rows(
      `SELECT details FROM audit_event WHERE resource_id = $1 AND action = 'user.updated' ORDER BY position`,
      [first.id],
    );
    const changes = {
      email: { from: 'carol@example.com', to: 'C@example.com' },
      email_verified: { from: true, to: false },
      name: { from: 'Carol', to: 'Carol Two' },
    };
    expect(updates).toEqual([{ details: { changes } }]);
  });

  it.each([
    ['a verified address of PLATFORM_ADMIN_EMAILS is PLATFORM_ADMIN from then on', true, 'PLATFORM_ADMIN'],
    ['one that is not verified is not', false, 'USER'],
  ])('%s, who was there before', async (what, verified, role) => {
    as(what, { email: 'before@example.com' });
    expect(await me()).toMatchObject({ role: 'USER' });
    as(what, { email: 'Root@Example.com', email_verified: verified });
    const { id, role: now } = await me();
    expect(now).toBe(role);
    const updates = await t.rows(
      `SELECT details FROM audit_event WHERE resource_id = $1 AND action = 'user.updated' ORDER BY position`,
      [id],
    );
    const changes = {
      email: { from: 'before@example.com', to: 'Root@Example.com' },
      ...(!verified && { email_verified: { from: true, to: false } }),
    };
    expect(updates).toEqual([
      { details: { changes } },
      ...(verified ? [{ details: { changes: { role: { from: 'USER', to: 'PLATFORM_ADMIN' } } } }] : []),
    ]);
  });

  describe('a user whom an administrator has made', () => {
    const made = async (email: string, status = 'ACTIVE'): Promise<string> => {
      const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
        `INSERT INTO hub_user (id, email, email_key, name, plan, status, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, lower($1), 'Made', 'ENTERPRISE', $2, now(), now()) RETURNING id`,
        [email, status],
      );
      return id;
    };

    it('is whoever signs in first with their verified address, and nobody after', async () => {
      const id = await made('Dora@example.com');
      as('dora-one', { email: 'dora@EXAMPLE.com' });
      expect(await me()).toMatchObject({ id, plan: 'ENTERPRISE', name: 'dora-one' });
      expect(await me()).toMatchObject({ id });
      as('dora-two', { email: 'dora@example.com' });
      expect((await me())['id']).not.toBe(id);
      expect(await t.rows(`SELECT action FROM audit_event WHERE resource_id = $1`, [id])).toEqual([
        { action: 'user.bound' },
      ]);
    });

    it('is not whoever has an address that is not verified', async () => {
      const id = await made('erin@example.com');
      as('erin', { email_verified: false });
      expect((await me())['id']).not.toBe(id);
    });

    it('stays suspended, and is not found when deleted', async () => {
      const suspended = await made('finn@example.com', 'SUSPENDED');
      as('finn');
      const page = await begin(browserOf(t));
      expect(page.status).toBe(403);
      expect(await t.rows(`SELECT subject FROM hub_user WHERE id = $1`, [suspended])).toEqual([
        { subject: 'finn' },
      ]);
      const deleted = await made('gina@example.com', 'DELETED');
      as('gina');
      expect((await me())['id']).not.toBe(deleted);
    });

    it('is one user, however many requests come first at once', async () => {
      const id = await made('hugo@example.com');
      as('hugo');
      const browsers = Array.from({ length: 8 }, () => browserOf(t));
      const urls = await Promise.all(browsers.map((browser) => callbackUrl(browser)));
      await Promise.all(browsers.map((browser, index) => browser.visit(urls[index] ?? '')));
      const seen = await Promise.all(browsers.map((browser) => browser.visit(ME)));
      expect(new Set(seen.map(({ text }) => (JSON.parse(text) as { id: string }).id))).toEqual(new Set([id]));
      expect(await t.rows(`SELECT id FROM hub_user WHERE email_key = 'hugo@example.com'`)).toHaveLength(1);
    });
  });

  it('two people with the address of one that was made: one is them, the other somebody new', async () => {
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
    // Each code is its own account's; what is told of both is the same.
    await Promise.all(browsers.map((browser, index) => browser.visit(urls[index] ?? '')));
    const rows = await t.rows<{ subject: string }>(
      `SELECT subject FROM hub_user WHERE email_key = 'twin@example.com' ORDER BY subject`,
    );
    expect(rows).toEqual([{ subject: 'twin-0' }, { subject: 'twin-1' }]);
  });

  it.each(['SUSPENDED', 'DELETED'])(
    'a %s user is 403, with a page that says so, recorded',
    async (standing) => {
      const sub = `is-${standing}`;
      as(sub);
      const { id } = await me();
      await t.rows('UPDATE hub_user SET status = $2 WHERE id = $1', [id, standing]);
      const browser = browserOf(t);
      const page = await begin(browser);
      expect(page.status).toBe(403);
      expect(page.text).toContain(`Your account is ${standing.toLowerCase()}; ask an administrator`);
      expect(hasSession(browser)).toBe(false);
      expect(await lastRefusal(t)).toEqual({
        action: 'session.refused',
        actor_id: id,
        details: { reason: 'user_suspended' },
      });
    },
  );

  it('a user who cancels is told so', async () => {
    provider.user = undefined;
    const browser = browserOf(t);
    const page = await begin(browser);
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

  describe('where the browser goes then', () => {
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
    ])('is never %j: 400', async (target) => {
      const page = await browserOf(t).visit(`${LOGIN}?return_to=${encodeURIComponent(target)}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain('Return_to must be a path of this service');
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(page.headers.get('location')).toBeNull();
    });

    it('is said once: 400', async () => {
      expect((await browserOf(t).visit(`${LOGIN}?return_to=/a&return_to=/b`)).status).toBe(400);
    });
  });

  it('abandoned sign-ins do not pile up in the browser', async () => {
    const browser = browserOf(t);
    for (let count = 0; count < 12; count += 1) {
      await browser.visit(LOGIN);
      expect(Object.keys(browser.jar(PUBLIC_URL)).length).toBeLessThanOrEqual(5);
    }
    as('alice');
    expect((await begin(browser)).url).toBe(ME);
  });

  it('pages are counted by address: 429 with a page, for one network and not for others', async () => {
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

  it('nobody signs in while the service is read-only', async () => {
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
