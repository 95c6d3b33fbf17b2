import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Visit } from '../../support/browser.js';
import { ForeignProvider } from '../../support/foreign-provider.js';
import { BROWSER_SETTINGS, browserOf, LOGIN, ORIGIN, PUBLIC_URL } from '../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const HOME = `${PUBLIC_URL}/`;
const ANSWERS = `${PUBLIC_URL}/invitations`;

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

interface SignedIn {
  readonly browser: Browser;
  readonly email: string;
}

async function signedIn(): Promise<SignedIn> {
  const sub = `home|${randomUUID()}`;
  const email = `${sub.slice(5)}@example.com`;
  provider.user = { sub, email, email_verified: true, name: 'Alice' };
  const browser = browserOf(t);
  expect((await browser.open(LOGIN)).url).toBe(HOME);
  return { browser, email };
}

/** Invites an address to a new organization. */
async function invite(email: string, displayName = 'Acme'): Promise<{ id: string; slug: string }> {
  const slug = `org-${randomUUID().slice(0, 8)}`;
  const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
    `WITH org AS (
       INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       VALUES (gen_random_uuid(), 'a', $2, $2, $3, 'FREE', now(), now()) RETURNING id),
     admin AS (
       INSERT INTO hub_user (id, email, email_key, email_verified, role, name, created_at, updated_at)
       VALUES (gen_random_uuid(), 'bob@acme.test', 'bob@acme.test', true, 'PLATFORM_ADMIN', 'Bob', now(), now())
       RETURNING id)
     INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
     SELECT gen_random_uuid(), org.id, $1, $1, 'ADMIN', admin.id, now(), '2099-03-09T08:00:00Z' FROM org, admin
     RETURNING id`,
    [email, slug, displayName],
  );
  return { id, slug };
}

const statusOf = async (id: string): Promise<unknown> =>
  (await t.rows<{ status: string }>('SELECT status FROM invitation WHERE id = $1', [id]))[0]?.status;
const answer = (
  { browser }: Pick<SignedIn, 'browser'>,
  form: Record<string, string>,
  origin = ORIGIN,
): Promise<Visit> => browser.visit(ANSWERS, { form, headers: { origin } });

describe('the page at / of an invited user', () => {
  it('shows the inviter and the organization, escaped, with a form for the answer', async () => {
    const user = await signedIn();
    expect((await user.browser.visit(HOME)).text).not.toContain('You are invited');
    const { slug } = await invite(user.email, 'Acme <b>');
    const { text } = await user.browser.visit(HOME);
    expect(text).toContain('You are invited');
    expect(text).toContain(
      `bob@acme.test invites you to the organization <strong>Acme &lt;b&gt;</strong> (${slug}) with the role ADMIN, until 2099-03-09.`,
    );
    expect(text).not.toContain('<script');
  });

  it.each([
    ['accept', 'ACCEPTED'],
    ['decline', 'REVOKED'],
  ])('accepts %s, and redirects to /', async (verb, status) => {
    const user = await signedIn();
    const { id, slug } = await invite(user.email);
    const page = await user.browser.visit(HOME);
    const after = await user.browser.submit(page, { invitation: id, answer: verb });
    expect([after.status, after.url]).toEqual([200, HOME]);
    expect(after.text).not.toContain('You are invited');
    expect(after.text.includes(`${slug} (admin)`)).toBe(verb === 'accept');
    expect(await statusOf(id)).toBe(status);
  });

  it('shows five of many, and the number of others', async () => {
    const user = await signedIn();
    for (let n = 0; n < 7; n += 1) await invite(user.email);
    const { text } = await user.browser.visit(HOME);
    expect(text.match(/name="invitation"/g)).toHaveLength(5);
    expect(text).toContain('2 more wait for you');
  });
});

describe('POST /invitations', () => {
  it.each(['https://evil.example', 'null'])('answers 403 to a page of another site: %s', async (origin) => {
    const user = await signedIn();
    const { id } = await invite(user.email);
    const page = await answer(user, { invitation: id, answer: 'accept' }, origin);
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('answers 401 to anonymous callers, with a page to sign in', async () => {
    const page = await answer({ browser: browserOf(t) }, { invitation: randomUUID(), answer: 'accept' });
    expect(page.status).toBe(401);
    expect(page.text).toContain(`href="${LOGIN}"`);
  });

  it('answers 404 for an invitation of another user, and for an invalid id', async () => {
    const [user, other] = [await signedIn(), await signedIn()];
    const { id } = await invite(other.email);
    for (const invitation of [id, randomUUID(), 'x', '']) {
      expect((await answer(user, { invitation, answer: 'accept' })).status).toBe(404);
    }
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['', 'revoke', 'constructor', 'list'])('answers 400 for the answer %j', async (verb) => {
    const user = await signedIn();
    const { id } = await invite(user.email);
    const page = await answer(user, { invitation: id, answer: verb });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('<p>answer must be accept or decline'),
    ]);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('answers 409 for one that was already answered, with a page that says so', async () => {
    const user = await signedIn();
    const { id } = await invite(user.email);
    expect((await answer(user, { invitation: id, answer: 'decline' })).status).toBe(303);
    const page = await answer(user, { invitation: id, answer: 'accept' });
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('The invitation is revoked')]);
  });

  it('answers 429 to an address above the rate limit', async () => {
    const strict = await startTestApp({
      ...BROWSER_SETTINGS,
      ...provider.settings,
      RATE_LIMIT_ANONYMOUS: '1',
    });
    try {
      const browser = browserOf(strict);
      const statuses: number[] = [];
      for (let n = 0; n < 10; n += 1) statuses.push((await answer({ browser }, {})).status);
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    } finally {
      await strict.close();
    }
  });
});
