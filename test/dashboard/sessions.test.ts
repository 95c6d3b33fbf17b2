import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DashboardBrowser } from '../support/dashboard-browser.js';
import { PASSWORD } from '../support/credentials.js';

let browser: DashboardBrowser;
beforeAll(async () => {
  browser = await DashboardBrowser.start(['bob']);
});
afterAll(() => browser.close());

it('all tabs forget the user who signs out in one of them, and the token of the registry', async () => {
  const { page, context } = await browser.signedIn('admin');
  const other = await context.newPage();
  const authorized = other.waitForRequest((request) =>
    String(request.headers()['authorization']).startsWith('Bearer '),
  );
  await other.goto(`${browser.url}/registry/tokens`);
  await other.getByText('Registry user admin').waitFor();
  await authorized;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('heading', { level: 1, name: 'Sign in to continue' }).waitFor();
  expect(await other.getByText('admin').count()).toBe(0);
  await context.close();
});

it('signing out everywhere ends the sessions of other browsers, too', async () => {
  const [{ page, context }, other] = [await browser.signedIn('bob'), await browser.signedIn('bob')];
  const me = `${browser.url}/api/v1/me`;
  expect((await other.page.request.get(me)).status()).toBe(200);
  await page.goto(`${browser.url}/account`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  for (const tab of [page, other.page]) expect((await tab.request.get(me)).status()).toBe(401);
  await context.close();
  await other.context.close();
});

it('a tab shows the user who has signed in last', async () => {
  const { page, context } = await browser.signedIn('admin');
  const other = await context.newPage();
  await other.goto(`${browser.url}/account`);
  await other.getByRole('button', { name: 'Account of admin' }).waitFor();
  await context.clearCookies();
  await page.goto(`${browser.url}/auth/login?return_to=/`);
  await page.getByLabel('Username').fill('bob');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Account of bob' }).waitFor();
  await other.getByRole('button', { name: 'Account of bob' }).waitFor();
  await context.close();
});
