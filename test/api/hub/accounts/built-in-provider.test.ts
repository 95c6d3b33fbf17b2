import { beforeAll, describe, expect, it } from '@jest/globals';
import { BootstrapAdmin } from '../../../../src/auth/local-users/bootstrap-admin.js';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import type { Visit } from '../../../support/browser.js';
import { PASSWORD } from '../../../support/credentials.js';
import {
  startSignIn,
  BROWSER_SETTINGS,
  browserOf,
  events,
  ME,
  PUBLIC_URL,
  SESSION,
  signIn,
} from '../../../support/hub-browser.js';
import { useTestApp } from '../../../support/suite.js';

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
const withoutIds = ({ text }: Visit): string =>
  text.replaceAll(/interaction\/[\w-]+\?state=[\w-]+/g, 'interaction/…');

describe('a local user', () => {
  it('signs in with their password, which creates their hub user', async () => {
    const browser = browserOf(t);
    const page = await signIn(browser, 'alice');
    expect(page.url).toBe(ME);
    expect(JSON.parse(page.text)).toMatchObject({ email: 'alice@localhost', name: 'alice', role: 'USER' });
    const again = await signIn(browserOf(t), 'ALICE');
    expect(JSON.parse(again.text)).toEqual(JSON.parse(page.text));
  });

  it('has the e-mail address from the registry, which counts as verified', async () => {
    await signIn(browserOf(t), 'bob');
    expect(
      await t.rows(`SELECT email, email_verified, issuer FROM hub_user WHERE email_key = 'bob@example.com'`),
    ).toEqual([{ email: 'Bob@example.com', email_verified: true, issuer: 'urn:mcp-hub:local-users' }]);
  });

  it('is an administrator of the platform when they are the first one of the installation', async () => {
    const page = await signIn(browserOf(t), 'admin');
    expect(JSON.parse(page.text)).toMatchObject({ email: 'admin@localhost', role: 'PLATFORM_ADMIN' });
  });

  it('is asked for the password each time, also right after signing out', async () => {
    const browser = browserOf(t);
    await signIn(browser, 'alice');
    const again = await startSignIn(browser);
    expect(again.status).toBe(200);
    expect(again.text).toContain('type="password"');
  });

  it('may sign in in several tabs concurrently', async () => {
    const browser = browserOf(t);
    const tabs = [
      await startSignIn(browser, '/hub/a'),
      await startSignIn(browser, '/hub/b'),
      await startSignIn(browser, '/hub/c'),
    ];
    for (const [index, tab] of tabs.entries()) {
      const { url } = await browser.submit(tab, { username: 'alice', password: PASSWORD });
      expect(url).toBe(`${PUBLIC_URL}/${'abc'.charAt(index)}`);
    }
  });

  it('may have a wrong password first', async () => {
    const browser = browserOf(t);
    const again = await browser.submit(await startSignIn(browser), { username: 'alice', password: 'wrong' });
    expect(again.status).toBe(401);
    expect(again.text).toContain('value="alice"');
    expect((await browser.submit(again, { username: 'alice', password: PASSWORD })).url).toBe(ME);
  });
});

describe('a sign-in is refused', () => {
  const attempt = async (username: string, password: string): Promise<Visit> => {
    const browser = browserOf(t);
    const page = await browser.submit(await startSignIn(browser), { username, password });
    expect(browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
    return page;
  };

  it('with the same message for a wrong password, an unknown user and a disabled one', async () => {
    await t.actors.user('dora');
    await users().setDisabled('dora', true);
    const wrong = await attempt('alice', 'wrong password');
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('Wrong username or password.');
    for (const [username, password] of [
      ['nobody', PASSWORD],
      ['dora', PASSWORD],
      ['alice', ''],
      ['', ''],
      ['alice', PASSWORD.toUpperCase()],
      ['alice', 'x'.repeat(2000)],
    ] as const) {
      const page = await attempt(username, password);
      expect(page.status).toBe(401);
      expect(withoutIds(page)).toBe(withoutIds(wrong).replace('value="alice"', `value="${username}"`));
    }
  });

  it('and recorded, with the name and without the password', async () => {
    const before = (await events(t)).length;
    await attempt('mallory', 'wrong-password-in-clear');
    expect((await events(t)).slice(before)).toEqual([
      {
        action: 'session.refused',
        actor_id: null,
        details: { reason: 'wrong_password', username: 'mallory' },
      },
    ]);
  });

  it('for a user who is disabled between password and code', async () => {
    await t.actors.user('erin');
    const browser = browserOf(t);
    const { url } = await browser.submit(
      await startSignIn(browser),
      { username: 'erin', password: PASSWORD },
      (next) => next.includes('/auth/callback'),
    );
    await users().setDisabled('erin', true);
    const page = await browser.open(url);
    expect(page.status).toBe(400);
    expect(browser.jar(PUBLIC_URL)).not.toHaveProperty([SESSION]);
  });

  it('when the user cancels, and recorded', async () => {
    const browser = browserOf(t);
    const page = await browser.submit(await startSignIn(browser), { cancel: 'yes' });
    expect(page.status).toBe(403);
    expect(page.url).toMatch(/\/hub\/auth\/callback\?error=access_denied&/);
    expect(page.text).toContain('The identity provider has not signed you in.');
    expect((await events(t)).at(-1)).toMatchObject({
      action: 'session.refused',
      details: { reason: 'refused_by_provider' },
    });
  });

  it('with 429 after ten wrong passwords a minute per name and network', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const browser = browserOf(t);
    const page = await startSignIn(browser);
    const action = page.url;
    const submit = (address: string, password: string): Promise<Visit> =>
      browser.open(action, { form: { username: 'bob', password }, headers: from(address) });
    for (let count = 0; count < 10; count += 1) expect((await submit('192.0.2.7', 'wrong')).status).toBe(401);
    const throttled = await submit('192.0.2.7', PASSWORD);
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(throttled.text).toMatch(/Too many attempts; try again in \d+ s\./);
    expect((await submit('192.0.2.8', PASSWORD)).url).toBe(ME);
  });
});

describe('the page that asks for the password', () => {
  let page: Visit;
  beforeAll(async () => {
    page = await startSignIn(browserOf(t));
  });

  it('runs no script, loads nothing and cannot be framed', () => {
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; /,
    );
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(page.text).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=|@import|url\(|https?:\/\//);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('has a language, a title, labels, and fields that password managers recognize', () => {
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).toContain('<title>Sign in · mcp-hub</title>');
    for (const [name, autocomplete] of [
      ['username', 'username'],
      ['password', 'current-password'],
    ]) {
      expect(page.text).toContain(`<label for="${name}">`);
      expect(page.text).toMatch(
        new RegExp(`id="${name}" name="${name}"[^>]* autocomplete="${autocomplete}"`, 's'),
      );
    }
  });

  it('announces errors to screen readers', async () => {
    const browser = browserOf(t);
    const again = await browser.submit(await startSignIn(browser), { username: 'alice', password: 'wrong' });
    expect(again.text).toContain('role="alert"');
    expect(again.text.match(/aria-describedby="alert"/g)).toHaveLength(2);
  });

  it('escapes user input', async () => {
    const browser = browserOf(t);
    const username = `"><script>alert('1')</script>`;
    const again = await browser.submit(await startSignIn(browser), { username, password: 'wrong' });
    expect(again.text).toContain('value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"');
    expect(again.text).not.toContain('<script');
  });
});
