import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readiness } from '../../../../src/common/operation/readiness.js';
import { ForeignProvider } from '../../../support/foreign-provider.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  hasSession,
  LOGIN,
  ME,
  ORIGIN,
  PUBLIC_URL,
} from '../../../support/hub-browser.js';
import type { Browser, Visit } from '../../../support/browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

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

/** A fact that the server has written into the page. */
const factOf = ({ text }: Visit, name: string): string | undefined =>
  new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(text)?.[1];

/** The addresses of the files that the page loads, relative to where the service is published. */
const filesOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);

describe('GET / for a browser', () => {
  it('is the page of the dashboard, relative to the path of the service, without anything inline', async () => {
    const page = await browserOf(t).visit(HOME);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe(HTML);
    expect(page.text).toContain('<base href="/hub/">');
    expect(factOf(page, 'sign-in')).toBe('possible');
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/);
    expect(page.text).not.toMatch(/(src|href)="https?:/);
  });

  it('allows itself alone, and the style element with the nonce of this page', async () => {
    const [one, other] = [await browserOf(t).visit(HOME), await browserOf(t).visit(HOME)];
    const policy = one.headers.get('content-security-policy') ?? '';
    const nonce = /<meta property="csp-nonce" nonce="([^"]{16,})">/.exec(one.text)?.[1] ?? '';
    expect(policy.split('; ').toSorted()).toEqual(
      [
        `base-uri 'self'`,
        `connect-src 'self'`,
        `default-src 'none'`,
        `form-action 'self'`,
        `frame-ancestors 'none'`,
        `img-src 'self' data:`,
        `script-src 'self'`,
        `style-src 'self' 'nonce-${nonce}'`,
      ].toSorted(),
    );
    expect(other.text).not.toContain(nonce);
  });

  it('has the other security headers of pages, and is not stored', async () => {
    const { 'content-security-policy': _policy, ...known } = await knownHeaders();
    expect(securityHeaders(await browserOf(t).visit(HOME))).toMatchObject(known);
    expect(known['cache-control']).toContain('no-store');
  });

  it.each([
    '/admin',
    '/admin/users/1',
    '/mcps/acme/files',
    '/registry',
    '/orgs/x/policies',
    '/check',
    '/push',
  ])('is the same page at %s, whose existence the application decides', async (path) => {
    const response = await get(path, BROWSER_ACCEPT);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, HTML]);
    expect(await response.text()).toContain('<base href="/hub/">');
  });

  it.each(['/', '/hub', '/hub/', '//'])('exists at %s', async (path) => {
    const response = await get(path, BROWSER_ACCEPT);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, HTML]);
  });

  it('answers HEAD like GET, without the page', async () => {
    const [head, whole] = [await get('/', BROWSER_ACCEPT, 'HEAD'), await get('/', BROWSER_ACCEPT)];
    expect(head.status).toBe(200);
    const withoutNonce = (response: Response): string =>
      JSON.stringify(securityHeaders(response)).replace(/nonce-[^']+/, '');
    expect(withoutNonce(head)).toBe(withoutNonce(whole));
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

describe('the files of the dashboard', () => {
  const fetchFile = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${t.url}/${path}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  const scriptPath = async (): Promise<string> => {
    const paths = filesOf(await (await get('/', BROWSER_ACCEPT)).text());
    return paths.find((path) => /^assets\/.*\.js$/.test(path)) ?? '';
  };

  it('exist, with their types', async () => {
    const paths = filesOf(await (await get('/', BROWSER_ACCEPT)).text());
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const { status, headers } = await fetchFile(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-type')).toMatch(/^(text\/(javascript|css)|image\/svg\+xml)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('are kept for a year where their name contains a hash, and an hour elsewhere', async () => {
    const cacheOf = async (path: string): Promise<string | null> =>
      (await fetchFile(path)).headers.get('cache-control');
    expect(await cacheOf(await scriptPath())).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('theme.js')).toBe('public, max-age=3600');
  });

  it.each(['br', 'gzip'])('are compressed with %s, to the same content', async (encoding) => {
    const path = await scriptPath();
    const [plain, compressed] = [
      await fetchFile(path),
      await fetchFile(path, { 'accept-encoding': encoding }),
    ];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    expect((await compressed.text()) === (await plain.text())).toBe(true);
  });

  it('answer HEAD like GET, and 304 to a browser that has them', async () => {
    const path = await scriptPath();
    const head = await fetchFile(path, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe((await fetchFile(path)).headers.get('content-length'));
    expect(await head.text()).toBe('');
    const again = await fetchFile(path, {
      'if-modified-since': head.headers.get('last-modified') ?? '',
      // Not the `no-cache` that Node.js adds.
      'cache-control': 'max-age=0',
    });
    expect([again.status, (await again.text()).length]).toEqual([304, 0]);
  });

  it.each(['bytes=0-1', 'bytes=999999999-', 'bytes=x'])('are sent whole for the range %s', async (range) => {
    const path = await scriptPath();
    const [part, whole] = [await fetchFile(path, { range }), await fetchFile(path)];
    expect(part.status).toBe(200);
    expect(await part.text()).toBe(await whole.text());
  });

  it.each([
    'assets/nothing.js',
    'assets/../index.html',
    'assets/%2e%2e/index.html',
    'assets/..%2f..%2fpackage.json',
    'assets/%00',
    'assets/',
  ])('do not include %s', async (path) => {
    const { status, headers } = await fetchFile(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers.get('cache-control')).not.toContain('max-age');
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

const emailOf = async (browser: Browser): Promise<unknown> => {
  const { status, text } = await browser.visit(ME);
  return status === 200 ? (JSON.parse(text) as { email: string }).email : status;
};

describe('a signed-in user', () => {
  it('is redirected to / after signing in; the page says that there may be a session, and nothing about the user', async () => {
    as('alice', { name: 'Alice <b>' });
    const browser = browserOf(t);
    expect(factOf(await browser.visit(HOME), 'session')).toBe('none');
    const page = await signIn(browser);
    expect([page.status, page.url]).toEqual([200, HOME]);
    expect(factOf(page, 'session')).toBe('possible');
    expect(page.text.toLowerCase()).not.toContain('alice');
    expect(await emailOf(browser)).toBe('alice@example.com');
  });

  it('signs out, and then is a visitor, as is everybody with the old cookies', async () => {
    as('bob');
    const browser = browserOf(t);
    await signIn(browser);
    const thief = browser.copy();
    const after = await browser.open(`${PUBLIC_URL}/auth/logout`, {
      method: 'POST',
      headers: { origin: ORIGIN },
    });
    expect([after.status, after.url, hasSession(browser)]).toEqual([200, HOME, false]);
    expect(factOf(after, 'session')).toBe('none');
    expect(await emailOf(thief)).toBe(401);
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, {}])(
    'is not signed out by a page of another site: %j',
    async (headers) => {
      as('dora');
      const browser = browserOf(t);
      await signIn(browser);
      const refused = await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers });
      expect([refused.status, hasSession(browser)]).toEqual([403, true]);
      expect(await emailOf(browser)).toBe('dora@example.com');
      await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN } });
      expect(hasSession(browser)).toBe(false);
    },
  );

  it('is refused once suspended, and the page is still there', async () => {
    as('eve');
    const browser = browserOf(t);
    await signIn(browser);
    await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE email = 'eve@example.com'`);
    expect((await browser.visit(HOME)).status).toBe(200);
    expect(await emailOf(browser)).toBe(401);
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
    expect(factOf(page, 'sign-in')).toBe('not_configured');
  });

  it('says so in read-only mode', async () => {
    const page = await visitWith({ ...provider.settings, READ_ONLY: 'true' });
    expect(factOf(page, 'sign-in')).toBe('read_only');
  });

  it('is not counted against the rate limit, as it and its files have no data', async () => {
    const page = await visitWith({ ...provider.settings, RATE_LIMIT_ANONYMOUS: '1' }, 9);
    expect(page.status).toBe(200);
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
