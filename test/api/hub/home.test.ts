import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readiness } from '../../../src/common/operation/readiness.js';
import { ForeignProvider } from '../../support/foreign-provider.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  hasSession,
  LOGIN,
  ORIGIN,
  PUBLIC_URL,
} from '../../support/hub-browser.js';
import type { Browser, Visit } from '../../support/browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const HOME = `${PUBLIC_URL}/`;
const HTML = 'text/html; charset=utf-8';
// The Accept header of Chromium for a navigation.
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

let provider: ForeignProvider;
let t: TestApp;
beforeAll(async () => {
  provider = await ForeignProvider.start(PUBLIC_URL);
  t = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

const as = (sub: string, more: object = {}): void => {
  provider.user = { sub, email: `${sub}@example.com`, email_verified: true, name: sub, ...more };
};

const securityHeaders = ({ headers }: Pick<Visit, 'headers'>): Record<string, string | null> =>
  Object.fromEntries(
    [
      'content-security-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
      'cache-control',
    ].map((name) => [name, headers.get(name)]),
  );

/** The headers of a page that sets them: that of a refused sign-in. */
const knownHeaders = async (): Promise<Record<string, string | null>> =>
  securityHeaders(await browserOf(t).visit(`${PUBLIC_URL}/auth/callback?state=forged`));

const linksOf = ({ text }: Visit): (string | undefined)[] =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);

const get = (path: string, accept: string, method = 'GET'): Promise<Response> =>
  fetch(t.url + path, { method, headers: { accept }, redirect: 'manual' });

describe('GET / for a browser', () => {
  it('is a page that introduces the product, with links to sign in and to the documentation', async () => {
    const page = await browserOf(t).visit(HOME);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe(HTML);
    expect(page.text).toMatch(/<h1>.*MCP servers.*<\/h1>/);
    expect(linksOf(page)).toEqual([LOGIN, `${PUBLIC_URL}/docs`]);
    expect(page.text).not.toContain('<form');
    expect(page.text).not.toContain('<script');
  });

  it('has the same security headers as other pages', async () => {
    const known = await knownHeaders();
    expect(known['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(securityHeaders(await browserOf(t).visit(HOME))).toEqual(known);
  });

  it.each(['/', '/hub', '/hub/', '//'])('exists at %s', async (path) => {
    const response = await get(path, BROWSER_ACCEPT);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, HTML]);
  });

  it('answers HEAD like GET, without the page', async () => {
    const [head, whole] = [await get('/', BROWSER_ACCEPT, 'HEAD'), await get('/', BROWSER_ACCEPT)];
    expect(head.status).toBe(200);
    expect(securityHeaders(head)).toEqual(securityHeaders(whole));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await whole.text())));
    expect(await head.text()).toBe('');
  });

  it.each(['*/*', 'text/html', 'text/plain'])('is the page for Accept: %s', async (accept) => {
    expect((await get('/', accept)).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s with 405', async (method) => {
    const response = await get('/', BROWSER_ACCEPT, method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('ignores an Authorization header, as it is not part of the API', async () => {
    const response = await fetch(t.url, {
      headers: { accept: BROWSER_ACCEPT, authorization: 'Bearer x.y.z' },
    });
    expect(response.status).toBe(200);
  });
});

describe('GET / for a program that accepts JSON', () => {
  it('is 404 and says where the APIs are', async () => {
    const response = await get('/', 'application/json');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/\/v1 and \/api\/v1, .*\/docs/),
      error: { code: 'not_found' },
    });
  });
});

describe('a path that does not exist', () => {
  it('is a page for a browser, with a link back', async () => {
    const page = await browserOf(t).visit(`${PUBLIC_URL}/nowhere?x=<script>`);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, HTML]);
    expect(securityHeaders(page)).toEqual(await knownHeaders());
    expect(linksOf(page)).toEqual([HOME]);
  });

  it.each(['application/json', '*/*'])('is JSON for Accept: %s', async (accept) => {
    const response = await get('/nowhere', accept);
    expect([response.status, response.headers.get('vary')]).toEqual([404, 'Accept']);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each(['/v1/nowhere', '/api/v1/nowhere'])('is JSON at %s, also for a browser', async (path) => {
    const response = await get(path, BROWSER_ACCEPT);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

/** Signs in as the provider's user, without a redirect target. */
const signIn = (browser: Browser): Promise<Visit> => browser.open(LOGIN);

describe('a signed-in user', () => {
  it('is redirected to / after signing in, and sees their identity', async () => {
    as('alice', { name: 'Alice <b>' });
    const page = await signIn(browserOf(t));
    expect([page.status, page.url]).toEqual([200, HOME]);
    expect(page.text).toContain('Alice &lt;b&gt;');
    expect(page.text).toContain('alice@example.com');
    expect(page.text).toContain('<dd>FREE</dd>');
    expect(page.text).not.toContain('Platform administrator');
    expect(linksOf(page)).toEqual([`${PUBLIC_URL}/docs`]);
  });

  it('sees up to ten of their organizations', async () => {
    as('carol');
    const browser = browserOf(t);
    await signIn(browser);
    await t.rows(
      `WITH org AS (
         INSERT INTO organization (id, name, slug, slug_key, display_name, plan, status, created_at, updated_at)
         SELECT gen_random_uuid(), 'o', 'org-' || n, 'org-' || n, 'o', 'FREE', 'ACTIVE', now(), now()
           FROM generate_series(1, 12) n RETURNING id)
       INSERT INTO organization_member (org_id, user_id, role, created_at)
       SELECT org.id, u.id, 'ADMIN', now() FROM org, hub_user u WHERE u.email = 'carol@example.com'`,
    );
    const { text } = await browser.visit(HOME);
    expect(text.match(/org-\d+ \(admin\)/g)).toHaveLength(10);
    expect(text).toContain(' and 2 more');
  });

  it('signs out with the form of the page, and then sees the anonymous page', async () => {
    as('bob');
    const browser = browserOf(t);
    const page = await signIn(browser);
    const { cookies } = browser.copy();
    const after = await browser.submit(page, {});
    expect([after.status, after.url, hasSession(browser)]).toEqual([200, HOME, false]);
    expect(linksOf(after)).toContain(LOGIN);
    const thief = browserOf(t);
    for (const [host, kept] of cookies) thief.cookies.set(host, kept);
    expect((await thief.visit(HOME)).text).not.toContain('bob@example.com');
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, {}])(
    'is not signed out by a page of another site: %j',
    async (headers) => {
      as('dora');
      const browser = browserOf(t);
      await signIn(browser);
      const refused = await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers });
      expect([refused.status, hasSession(browser)]).toEqual([403, true]);
      expect((await browser.visit(HOME)).text).toContain('dora@example.com');
      await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN } });
      expect(hasSession(browser)).toBe(false);
    },
  );

  it('is treated as anonymous once suspended', async () => {
    as('eve');
    const browser = browserOf(t);
    await signIn(browser);
    await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE email = 'eve@example.com'`);
    const page = await browser.visit(HOME);
    expect(page.status).toBe(200);
    expect(linksOf(page)).toContain(LOGIN);
    expect(page.text).not.toContain('eve@example.com');
  });
});

describe('GET / with limited functions', () => {
  const visitWith = async (settings: Readonly<Record<string, string>>, count = 1): Promise<Visit> => {
    const other = await startTestApp({ ...BROWSER_SETTINGS, ...settings });
    try {
      const browser = browserOf(other);
      for (let visit = 1; visit < count; visit += 1) await browser.visit(HOME);
      return await browser.visit(HOME);
    } finally {
      await other.close();
    }
  };

  it('says so when browser sign-in is not configured', async () => {
    const idp = { IDP_DOMAIN: provider.settings['IDP_DOMAIN'] ?? '', IDP_AUDIENCE: 'https://hub.test/api' };
    const page = await visitWith(idp);
    expect(page.text).toContain('IDP_CLIENT_ID');
    expect(linksOf(page)).toEqual([`${PUBLIC_URL}/docs`]);
  });

  it('says so in read-only mode', async () => {
    const page = await visitWith({ ...provider.settings, READ_ONLY: 'true' });
    expect(page.text).toContain('read-only mode');
    expect(linksOf(page)).toEqual([`${PUBLIC_URL}/docs`]);
  });

  it('is rate-limited by address, like the pages of a sign-in: 429 with a page', async () => {
    const page = await visitWith({ ...provider.settings, RATE_LIMIT_ANONYMOUS: '1' }, 9);
    expect([page.status, page.headers.get('content-type')]).toEqual([429, HTML]);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is 503 with a page during shutdown', async () => {
    const other = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings });
    try {
      other.app.get(Readiness).stopping();
      const page = await browserOf(other).visit(HOME);
      expect([page.status, page.headers.get('content-type')]).toEqual([503, HTML]);
      expect(securityHeaders(page)).toEqual(await knownHeaders());
    } finally {
      await other.close();
    }
  });
});
