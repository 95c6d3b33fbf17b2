import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Visit, VisitOptions } from '../../../support/browser.js';
import { ForeignProvider } from '../../../support/foreign-provider.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  events,
  ME,
  ORIGIN,
  PUBLIC_URL,
  SESSION,
} from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const LOGOUT = `${PUBLIC_URL}/auth/logout`;
const ORGS = `${PUBLIC_URL}/api/v1/orgs`;

let provider: ForeignProvider;
let t: TestApp;
beforeAll(async () => {
  provider = await ForeignProvider.start(PUBLIC_URL);
  t = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings, RATE_LIMIT_FREE: '1000' });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

interface SignedIn {
  readonly browser: Browser;
  readonly id: string;
}

/** A new user on the Enterprise plan, signed in with a new browser. */
async function signedIn(): Promise<SignedIn> {
  const sub = `session|${randomUUID()}`;
  provider.user = { sub, email: `${sub.slice(8)}@example.com`, email_verified: true };
  const browser = browserOf(t);
  const { id } = JSON.parse((await startSignIn(browser)).text) as { id: string };
  await t.rows(`UPDATE hub_user SET plan = 'ENTERPRISE' WHERE id = $1`, [id]);
  return { browser, id };
}

const sessionOf = (browser: Browser): string => browser.jar(PUBLIC_URL)[SESSION] ?? '';
const statusOf = async ({ browser }: SignedIn): Promise<number> => (await browser.visit(ME)).status;
const age = (user: SignedIn, column: 'seen_at' | 'created_at', interval: string): Promise<unknown> =>
  t.rows(`UPDATE hub_session SET ${column} = now() - $2::interval WHERE user_id = $1`, [user.id, interval]);

let user: SignedIn;
beforeEach(async () => {
  user = await signedIn();
});

describe('a session', () => {
  it('authenticates the user, with the same rights and limits as a JWT', async () => {
    const page = await user.browser.visit(ME);
    expect(page.status).toBe(200);
    expect(JSON.parse(page.text)).toMatchObject({ id: user.id, plan: 'ENTERPRISE' });
    expect(page.headers.get('x-ratelimit-limit')).toBe('5000');
  });

  it('is stored as a hash only', async () => {
    const [row] = await t.rows<{ hash: Buffer }>(
      `SELECT id_hash AS hash FROM hub_session WHERE user_id = $1`,
      [user.id],
    );
    expect(row?.hash).toHaveLength(32);
    const id = sessionOf(user.browser);
    expect(row?.hash.toString('base64url')).not.toBe(id);
    expect(row?.hash.equals(Buffer.from(id, 'base64url'))).toBe(false);
  });

  it.each<[string, (user: SignedIn) => Promise<unknown>]>([
    ['12 hours after its last request', (who) => age(who, 'seen_at', '12 hours')],
    ['7 days after it began', (who) => age(who, 'created_at', '7 days')],
    ['when it is deleted', (who) => t.rows(`DELETE FROM hub_session WHERE user_id = $1`, [who.id])],
    [
      'when its user is suspended',
      (who) => t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $1`, [who.id]),
    ],
    [
      'when its user is deleted',
      (who) => t.rows(`UPDATE hub_user SET status = 'DELETED' WHERE id = $1`, [who.id]),
    ],
  ])('expires %s', async (_what, end) => {
    expect(await statusOf(user)).toBe(200);
    await end(user);
    expect(await statusOf(user)).toBe(401);
  });

  it('is valid within 12 hours of the last request and 7 days of the sign-in', async () => {
    await age(user, 'seen_at', '11 hours 59 minutes');
    await age(user, 'created_at', '6 days 23 hours');
    expect(await statusOf(user)).toBe(200);
    await age(user, 'created_at', '6 days');
    expect(await statusOf(user)).toBe(200);
  });

  it('is updated once a minute, however many requests use it', async () => {
    const seen = (): Promise<{ xmin: string }[]> =>
      t.rows(
        `SELECT xmin::text, seen_at > now() - interval '10 seconds' AS now FROM hub_session WHERE user_id = $1`,
        [user.id],
      );
    const first = await seen();
    await statusOf(user);
    expect(await seen()).toEqual(first);
    await age(user, 'seen_at', '61 seconds');
    await Promise.all([statusOf(user), statusOf(user), statusOf(user)]);
    const written = await seen();
    expect(written).toEqual([expect.objectContaining({ now: true })]);
    await statusOf(user);
    expect(await seen()).toEqual(written);
  });

  it.each([
    ['another', () => randomBytes(32).toString('base64url')],
    ['a changed one', (id: string) => (id.startsWith('A') ? 'B' : 'A') + id.slice(1)],
    ['a shorter one', (id: string) => id.slice(1)],
    ['a longer one', (id: string) => `${id}A`],
    ['one in quotes', (id: string) => `"${id}"`],
    ['an encoded one', (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`],
    ['a duplicate one', (id: string) => `${id}; ${SESSION}=${id}`],
    ['its name without the prefix', (id: string) => `x; session=${id}`],
    ['its name in another case', (id: string) => `x; __host-Session=${id}`],
  ])('is invalid as %s', async (_what, change) => {
    const response = await fetch(`${t.url}/api/v1/me`, {
      headers: { cookie: `${SESSION}=${change(sessionOf(user.browser))}` },
    });
    expect(response.status).toBe(401);
  });

  it('is valid under the name that older servers gave the cookie, and ends with the sign-out', async () => {
    const cookie = `__Host-session=${sessionOf(user.browser)}`;
    const ask = async (): Promise<number> =>
      (await fetch(`${t.url}/api/v1/me`, { headers: { cookie } })).status;
    expect(await ask()).toBe(200);
    await fetch(`${t.url}/auth/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `${cookie}; ${SESSION}=${randomBytes(32).toString('base64url')}`, origin: ORIGIN },
    });
    expect(await ask()).toBe(401);
  });

  it('is not touched by the cookies of other programs on the host', async () => {
    const others = '__Host-mcp-hub=x; __Host-mcp-hub-8443=y; session=z; __Host-session=w';
    const response = await fetch(`${t.url}/api/v1/me`, {
      headers: { cookie: `${others}; ${SESSION}=${sessionOf(user.browser)}` },
    });
    expect(response.status).toBe(200);
  });

  it('is found among other cookies', async () => {
    const response = await fetch(`${t.url}/api/v1/me`, {
      headers: { cookie: `a=1; ${SESSION}=${sessionOf(user.browser)}; broken; b="2"` },
    });
    expect(response.status).toBe(200);
  });

  it('is ignored when there is an Authorization header', async () => {
    for (const authorization of ['Bearer x', 'Bearer mcp_tk_x', 'Basic YTpi', '']) {
      const page = await user.browser.visit(ME, { headers: { authorization } });
      expect(page.status).toBe(401);
    }
    const jwt = await provider.serviceJwt();
    const page = await user.browser.visit(ME, { headers: { authorization: `Bearer ${jwt}` } });
    expect((JSON.parse(page.text) as { id: string }).id).not.toBe(user.id);
  });

  it('is one of the latest fifty of a user', async () => {
    await t.rows(
      `INSERT INTO hub_session (id_hash, user_id, created_at, seen_at)
       SELECT sha256(n::text::bytea || $1::text::bytea), $1::uuid, now(), now() - n * interval '1 minute'
         FROM generate_series(1, 80) n`,
      [user.id],
    );
    const former = user.browser.copy();
    user.browser.cookies.clear();
    await startSignIn(user.browser);
    expect(
      await t.rows(`SELECT count(*)::int AS count FROM hub_session WHERE user_id = $1`, [user.id]),
    ).toEqual([{ count: 50 }]);
    expect((await user.browser.visit(ME)).status).toBe(200);
    expect((await former.visit(ME)).status).toBe(200);
  });

  it('is removed after its expiry when others are created', async () => {
    const over = await signedIn();
    await age(over, 'seen_at', '12 hours');
    await signedIn();
    expect(await t.rows(`SELECT user_id FROM hub_session WHERE user_id = $1`, [over.id])).toEqual([]);
  });
});

describe('a state-changing request with a session', () => {
  const create = (headers: Record<string, string>): Promise<Visit> => {
    const slug = `org-${randomUUID().slice(0, 8)}`;
    return post({ headers, slug });
  };
  const post = async ({
    headers,
    slug,
  }: {
    headers: Record<string, string>;
    slug: string;
  }): Promise<Visit> => {
    const response = await fetch(`${t.url}/api/v1/orgs`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `${SESSION}=${sessionOf(user.browser)}`,
        ...headers,
      },
      body: JSON.stringify({ name: slug, slug, display_name: slug }),
    });
    return { status: response.status, url: ORGS, headers: response.headers, text: await response.text() };
  };

  it.each<[string, Record<string, string>]>([
    ['the service', { origin: ORIGIN }],
    ['a page of the service, by the other header', { 'sec-fetch-site': 'same-origin' }],
  ])('is accepted from %s', async (_what, headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['nowhere', {}],
    ['another site', { origin: 'https://evil.example' }],
    ['a sandbox', { origin: 'null' }],
    ['another scheme', { origin: 'http://tools.example.com' }],
    ['another port', { origin: 'https://tools.example.com:444' }],
    ['a neighbour', { origin: 'https://www.tools.example.com' }],
    ['the same site', { 'sec-fetch-site': 'same-site' }],
    [
      'another site that claims the same origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a page of the service, by Referer only', { referer: `${ORIGIN}/` }],
    [
      'an ingress’s host',
      { host: 'tools.example.com', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    ],
  ])('is 403 from %s, and changes nothing', async (_what, headers) => {
    const { status, text, headers: answered } = await create(headers);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toEqual({
      error: 'forbidden',
      message: 'Origin must be that of the service in requests with a session',
      code: 'FORBIDDEN',
    });
    expect(answered.get('x-ratelimit-limit')).not.toBeNull();
    expect(await t.rows(`SELECT org_id FROM organization_member WHERE user_id = $1`, [user.id])).toEqual([]);
  });

  it('needs no Origin with a JWT, whatever its cookies', async () => {
    const jwt = await provider.serviceJwt();
    // 403 for the plan, not for the Origin.
    const { status, text } = await create({ authorization: `Bearer ${jwt}` });
    expect(status).toBe(403);
    expect(text).toContain('ENTERPRISE_REQUIRED');
  });
});

describe('POST /auth/logout', () => {
  const logout = (browser: Browser, options: VisitOptions = {}): Promise<Visit> =>
    browser.visit(LOGOUT, { method: 'POST', headers: { origin: ORIGIN }, ...options });

  it('ends the session, everywhere, and is recorded', async () => {
    const copy = user.browser.copy();
    const { status, headers } = await logout(user.browser);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`${PUBLIC_URL}/`);
    expect(user.browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
    expect((await copy.visit(ME)).status).toBe(401);
    expect((await events(t)).at(-1)).toEqual({ action: 'session.ended', actor_id: user.id, details: {} });
  });

  it('leaves other sessions of the user alone', async () => {
    const here = user.browser.copy();
    user.browser.cookies.clear();
    await startSignIn(user.browser);
    await logout(user.browser);
    expect((await here.visit(ME)).status).toBe(200);
  });

  it('accepts the form of a page', async () => {
    const page = await user.browser.visit(LOGOUT, { form: { anything: 'x' } });
    expect(page.status).toBe(303);
    expect(user.browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
  });

  it('succeeds without a session, and records nothing', async () => {
    const before = (await events(t)).length;
    expect((await logout(browserOf(t))).status).toBe(303);
    expect((await events(t)).length).toBe(before);
  });

  it.each<[string, VisitOptions]>([
    ['from another site', { headers: { origin: 'https://evil.example' } }],
    ['from nowhere', { headers: {} }],
    ['by GET', { method: 'GET' }],
    ['by HEAD', { method: 'HEAD' }],
  ])('is refused %s: the session stays valid', async (_what, options) => {
    const { status } = await logout(user.browser, options);
    expect([403, 404, 405]).toContain(status);
    expect(await statusOf(user)).toBe(200);
  });

  it('records one event for five concurrent requests', async () => {
    const copies = Array.from({ length: 5 }, () => user.browser.copy());
    await Promise.all(copies.map((browser) => logout(browser)));
    const ended = (await events(t)).filter(
      ({ action, actor_id: id }) => action === 'session.ended' && id === user.id,
    );
    expect(ended).toHaveLength(1);
  });
});

describe('a service in read-only mode', () => {
  it('accepts sessions without writing', async () => {
    const shared = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings, READ_ONLY: 'true' });
    try {
      await shared.rows(
        `INSERT INTO hub_user (id, issuer, subject, email, email_key, name, created_at, updated_at)
         VALUES ($1, 'x', 'y', 'a@example.com', 'a@example.com', 'A', now(), now())`,
        [user.id],
      );
      await shared.rows(
        `INSERT INTO hub_session (id_hash, user_id, created_at, seen_at)
         VALUES (sha256($2::text::bytea), $1, now(), now() - interval '1 hour')`,
        [user.id, sessionOf(user.browser)],
      );
      const cookie = `${SESSION}=${sessionOf(user.browser)}`;
      expect((await fetch(`${shared.url}/api/v1/me`, { headers: { cookie } })).status).toBe(200);
      const out = await fetch(`${shared.url}/auth/logout`, {
        method: 'POST',
        headers: { cookie, origin: ORIGIN },
      });
      expect(out.status).toBe(503);
      expect(
        await shared.rows(`SELECT seen_at < now() - interval '59 minutes' AS old FROM hub_session`),
      ).toEqual([{ old: true }]);
    } finally {
      await shared.close();
    }
  });
});

describe('on plain HTTP on the local machine', () => {
  it('the cookie has neither Secure nor prefix, so that browsers store it', async () => {
    const own = await startTestApp({ RATE_LIMIT_ANONYMOUS: '1000' });
    try {
      const login = await fetch(`${own.url}/auth/login`, { redirect: 'manual' });
      expect(login.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^mcp-hub-8080-sign-in-[\w-]{12}=[^;]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect(login.headers.get('location')).toMatch(/^http:\/\/localhost:8080\/oidc\/auth\?/);
    } finally {
      await own.close();
    }
  });
});
