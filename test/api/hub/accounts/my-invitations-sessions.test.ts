import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '../../../support/browser.js';
import { ForeignProvider, type ForeignUser } from '../../../support/foreign-provider.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  ORIGIN,
  PUBLIC_URL,
} from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

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

const MINE = `${PUBLIC_URL}/api/v1/me/invitations`;
const newUser = (): ForeignUser & { readonly email: string } => {
  const sub = `session|${randomUUID()}`;
  return { sub, email: `${sub.slice(8)}@example.com`, email_verified: true };
};

async function signedIn(user: ForeignUser): Promise<Browser> {
  provider.user = user;
  const browser = browserOf(t);
  expect((await startSignIn(browser)).status).toBe(200);
  return browser;
}

/** Invites an address to a new organization and returns the invitation's id. */
async function invite(email: string): Promise<string> {
  const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
    `WITH org AS (
       INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       VALUES (gen_random_uuid(), 'a', $2, $2, 'A', 'FREE', now(), now()) RETURNING id),
     admin AS (
       INSERT INTO hub_user (id, email, email_key, role, name, created_at, updated_at)
       VALUES (gen_random_uuid(), '', '', 'PLATFORM_ADMIN', 'Root', now(), now()) RETURNING id)
     INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
     SELECT gen_random_uuid(), org.id, $1, $1, 'MEMBER', admin.id, now(), now() + interval '1 day' FROM org, admin
     RETURNING id`,
    [email, `org-${randomUUID().slice(0, 8)}`],
  );
  return id;
}

const idsOf = async (browser: Browser): Promise<string[]> => {
  const { text } = await browser.visit(MINE);
  return (JSON.parse(text) as { invitations: { id: string }[] }).invitations.map(({ id }) => id);
};
const accept = async (browser: Browser, id: string, origin = ORIGIN): Promise<number> =>
  (await browser.visit(`${MINE}/${id}/accept`, { method: 'POST', headers: { origin } })).status;

describe('the invitations of a session', () => {
  it('are those to the address verified at its sign-in', async () => {
    const user = newUser();
    const browser = await signedIn(user);
    const id = await invite(user.email);
    expect(await idsOf(browser)).toEqual([id]);
    expect(await accept(browser, id, 'https://evil.example')).toBe(403);
    expect(await accept(browser, id)).toBe(200);
    expect(await idsOf(browser)).toEqual([]);
  });

  it('are empty when the address was not verified at its sign-in, whatever other sessions have', async () => {
    const user = newUser();
    const verified = await signedIn(user);
    const unverified = await signedIn({ ...user, email_verified: false });
    const id = await invite(user.email);
    expect(await idsOf(unverified)).toEqual([]);
    expect(await accept(unverified, id)).toBe(404);
    expect(await idsOf(verified)).toEqual([id]);
  });

  it('do not change when the user signs in elsewhere with another address', async () => {
    const user = newUser();
    const before = await signedIn(user);
    const { email } = newUser();
    const after = await signedIn({ ...user, email });
    const [one, other] = [await invite(user.email), await invite(email)];
    expect(await idsOf(before)).toEqual([one]);
    expect(await idsOf(after)).toEqual([other]);
    expect(await accept(after, one)).toBe(404);
  });

  it('are empty for a session from before addresses were stored', async () => {
    const user = newUser();
    const browser = await signedIn(user);
    await t.rows('UPDATE hub_session SET verified_email = NULL WHERE verified_email = $1', [user.email]);
    await invite(user.email);
    expect(await idsOf(browser)).toEqual([]);
  });
});

describe('the only invitation of an address', () => {
  it('waits after the sign-in that creates its user', async () => {
    const user = newUser();
    const id = await invite(user.email);
    const browser = await signedIn(user);
    expect(await idsOf(browser)).toEqual([id]);
    expect(await t.rows('SELECT status FROM invitation WHERE id = $1', [id])).toEqual([
      { status: 'PENDING' },
    ]);
  });
});
