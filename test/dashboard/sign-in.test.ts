import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { DashboardBrowser } from '../support/dashboard-browser.js';
import { PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';

const accountOf = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` });

/** Fills in the login page of the built-in provider. */
async function enter(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('signing in', () => {
  let browser: DashboardBrowser;
  beforeAll(async () => {
    browser = await DashboardBrowser.start(['bob']);
  });
  afterAll(() => browser.close());

  const openLogin = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${browser.url}/auth/login?return_to=${encodeURIComponent(path)}`);
    await page.getByLabel('Username').waitFor();
    return page;
  };

  it('works in six tabs at once, in any order, each of which goes on to its page', async () => {
    const { context } = await browser.visitor();
    const pages: Page[] = [];
    for (let tab = 0; tab < 6; tab += 1) pages.push(await openLogin(context, `/?q=tab${tab}`));
    for (const [tab, page] of [...pages.entries()].reverse()) {
      await enter(page, 'admin');
      await page.waitForURL(`${browser.url}/?q=tab${tab}`);
      await accountOf(page, 'admin').waitFor();
    }
    await context.close();
  });

  it('works for another user right after somebody has signed out', async () => {
    const { page, context } = await browser.signedIn('admin');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    const next = await openLogin(context, '/');
    await enter(next, 'bob');
    await accountOf(next, 'bob').waitFor();
    await context.close();
  });

  it('is left alone by Back and by a reload: they show the page that one wanted', async () => {
    const { context } = await browser.visitor();
    const page = await openLogin(context, '/account');
    await enter(page, 'admin');
    await page.waitForURL(`${browser.url}/account`);
    await page.goBack();
    await page.waitForURL(`${browser.url}/account`);
    await accountOf(page, 'admin').waitFor();
    await page.reload();
    await accountOf(page, 'admin').waitFor();
    await context.close();
  });

  it('is offered by Back after the sign-out, with the page that one wanted', async () => {
    const { context } = await browser.visitor();
    const page = await openLogin(context, '/account');
    const login = page.url();
    await enter(page, 'admin');
    await page.waitForURL(`${browser.url}/account`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${browser.url}/`);
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Sign in to continue' }).waitFor();
    expect(await page.getByText('admin@').count()).toBe(0);
    await page.goto(login);
    await page.getByText('or is over; sign in again.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter(page, 'admin');
    await page.waitForURL(`${browser.url}/account`);
    await context.close();
  });

  it('leaves other hubs and programs on the host alone, and they leave it alone', async () => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const home = await ServerHome.open({ PORT: port, PUBLIC_URL: url, BOOTSTRAP_ADMIN_USERNAME: 'other' });
    try {
      await home.start();
      const { page, context } = await browser.signedIn('admin');
      const second = await context.newPage();
      await second.goto(`${url}/auth/login?return_to=/`);
      await enter(second, 'other');
      await accountOf(second, 'other').waitFor();
      await context.addCookies([{ name: 'session', value: 'x'.repeat(43), domain: 'localhost', path: '/' }]);
      for (const [tab, name] of [
        [page, 'admin'],
        [second, 'other'],
      ] as const) {
        await tab.reload();
        await accountOf(tab, name).waitFor();
      }
      await second.getByRole('button', { name: /^Account of/ }).click();
      await second.getByRole('menuitem', { name: 'Sign out' }).click();
      await second.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
      await page.reload();
      await accountOf(page, 'admin').waitFor();
      const kept = (await context.cookies()).find(({ name }) => name === 'session');
      expect(kept?.value).toBe('x'.repeat(43));
      await context.close();
    } finally {
      await home.close();
    }
  });
});

describe('with plain HTTP in a network (ALLOW_INSECURE_HTTP)', () => {
  let browser: DashboardBrowser;
  beforeAll(async () => {
    browser = await DashboardBrowser.start([], { ALLOW_INSECURE_HTTP: 'true' }, 'hub.lan');
  });
  afterAll(() => browser.close());

  it('people sign in, change things, copy and sign out, and no page reports an error', async () => {
    const { page, context } = await browser.signedIn('admin');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const { port } = new URL(browser.url);
    const session = (await context.cookies()).find(({ name }) => name === `mcp-hub-${port}`);
    expect(session).toMatchObject({ secure: false, httpOnly: true, sameSite: 'Lax' });
    await page.goto(`${browser.url}/account`);
    await page.getByRole('button', { name: /^Copy: / }).click();
    await page.getByText('Copied').waitFor();
    await page.goto(`${browser.url}/registry/tokens`);
    await page.getByText('Registry user admin').waitFor();
    await page.goto(`${browser.url}/auth/callback`);
    await page.waitForURL(`${browser.url}/`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(browser.takeProblems()).toEqual([]);
    await context.close();
  });
});
