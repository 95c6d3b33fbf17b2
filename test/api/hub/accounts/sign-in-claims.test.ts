import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ForeignProvider } from '../../../support/foreign-provider.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  ME,
  PUBLIC_URL,
} from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

describe('the claims of an external provider about a user', () => {
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

  const updatesOf = (id: unknown): Promise<unknown[]> =>
    t.rows(
      `SELECT details FROM audit_event WHERE resource_id = $1 AND action = 'user.updated' ORDER BY position`,
      [id],
    );

  it('update the stored user; missing claims keep their values', async () => {
    as('carol', { name: 'Carol' });
    const first = await me();
    as('carol', { email: 'C@example.com', name: 'Carol Two' });
    expect(await me()).toEqual({ ...first, email: 'C@example.com', name: 'Carol Two' });
    provider.user = { sub: 'carol' };
    expect(await me()).toEqual({ ...first, email: 'C@example.com', name: 'Carol Two' });
    provider.user = { sub: 'carol', email: 'C@example.com', email_verified: true };
    expect(await me()).toMatchObject({ name: 'Carol Two' });
    expect(await updatesOf(first.id)).toEqual([
      { details: { changes: { email: { from: 'carol@example.com', to: 'C@example.com' } } } },
      { details: { changes: { name: { from: 'Carol', to: 'Carol Two' } } } },
    ]);
  });

  it('with an unverified address replace another unverified one, but never a verified one', async () => {
    as('cleo', { email: 'one@example.com', email_verified: false });
    const first = await me();
    expect(first).toMatchObject({ email: 'one@example.com', email_verified: false });
    as('cleo', { email: 'two@example.com', email_verified: false });
    expect(await me()).toEqual({ ...first, email: 'two@example.com' });
    as('cleo', { email: 'three@example.com' });
    const verified = { ...first, email: 'three@example.com', email_verified: true };
    expect(await me()).toEqual(verified);
    for (const email of ['victim@example.com', 'three@example.com']) {
      as('cleo', { email, email_verified: false });
      expect(await me()).toEqual(verified);
    }
    expect(await t.rows(`SELECT email_key, email_verified FROM hub_user WHERE subject = 'cleo'`)).toEqual([
      { email_key: 'three@example.com', email_verified: true },
    ]);
    expect(await updatesOf(first['id'])).toEqual([
      { details: { changes: { email: { from: 'one@example.com', to: 'two@example.com' } } } },
      {
        details: {
          changes: {
            email: { from: 'two@example.com', to: 'three@example.com' },
            email_verified: { from: false, to: true },
          },
        },
      },
    ]);
  });

  it.each([
    ['a verified address of PLATFORM_ADMIN_EMAILS is PLATFORM_ADMIN from then on', true, 'PLATFORM_ADMIN'],
    ['an unverified one is not', false, 'USER'],
  ])('%s, for an existing user', async (what, verified, role) => {
    as(what, { email: 'before@example.com' });
    expect(await me()).toMatchObject({ role: 'USER' });
    as(what, { email: 'Root@Example.com', email_verified: verified });
    const { id, role: now } = await me();
    expect(now).toBe(role);
    const changes = { email: { from: 'before@example.com', to: 'Root@Example.com' } };
    expect(await updatesOf(id)).toEqual(
      verified
        ? [
            { details: { changes } },
            { details: { changes: { role: { from: 'USER', to: 'PLATFORM_ADMIN' } } } },
          ]
        : [],
    );
  });

  describe('a user created by an administrator', () => {
    const made = async (email: string, status = 'ACTIVE'): Promise<string> => {
      const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
        `INSERT INTO hub_user (id, email, email_key, name, plan, status, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, lower($1), 'Made', 'ENTERPRISE', $2, now(), now()) RETURNING id`,
        [email, status],
      );
      return id;
    };

    it('is bound to the first sign-in with their verified address, and to no other', async () => {
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

    it('is not bound to a sign-in with an unverified address', async () => {
      const id = await made('erin@example.com');
      as('erin', { email_verified: false });
      expect((await me())['id']).not.toBe(id);
    });

    it('stays suspended, and is not bound when deleted', async () => {
      const suspended = await made('finn@example.com', 'SUSPENDED');
      as('finn');
      const page = await startSignIn(browserOf(t));
      expect(page.status).toBe(403);
      expect(await t.rows(`SELECT subject FROM hub_user WHERE id = $1`, [suspended])).toEqual([
        { subject: 'finn' },
      ]);
      const deleted = await made('gina@example.com', 'DELETED');
      as('gina');
      expect((await me())['id']).not.toBe(deleted);
    });

    it('is one user for concurrent first requests', async () => {
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
});
