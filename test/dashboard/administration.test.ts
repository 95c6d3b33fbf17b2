import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DashboardBrowser, readingProblems, settled, type Tab } from '../support/dashboard-browser.js';
import { ADMIN_PAGES } from '../support/dashboard-pages.js';

const HOSTILE = `<img src=x onerror="document.title='taken'">`;

let browser: DashboardBrowser;
let admin: Tab;
const ids = { user: '', org: '', mcp: '' };

/** The page of the administrator at a path. */
async function at(path: string): Promise<Page> {
  await admin.page.goto(browser.url + path);
  await settled(admin.page);
  return admin.page;
}

async function idOf(path: string, body: object): Promise<string> {
  return ((await browser.post(admin.page, path, body)) as { id: string }).id;
}

beforeAll(async () => {
  browser = await DashboardBrowser.start(['mallory', 'alice']);
  admin = await browser.signedIn('admin');
  ids.user = await idOf('/api/v1/admin/users', { email: 'bob@example.com', name: HOSTILE });
  ids.org = await idOf('/api/v1/admin/orgs', { name: HOSTILE, display_name: HOSTILE, slug: 'acme' });
  ids.mcp = await idOf('/api/v1/admin/mcps', {
    name: 'acme/files',
    repo_url: 'https://github.com/acme/files',
    description: HOSTILE,
  });
  await browser.post(admin.page, '/api/v1/admin/categories', { name: HOSTILE, slug: 'storage' });
  await browser.post(admin.page, '/api/v1/admin/tags', { name: HOSTILE, slug: 'local' });
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

const pages = (): readonly string[] => [
  ...ADMIN_PAGES,
  `/admin/users/${ids.user}`,
  `/admin/orgs/${ids.org}`,
  `/admin/mcps/${ids.mcp}`,
];

describe('the pages of an administrator', () => {
  it('can be read by everybody, and show what others have written as text', async () => {
    for (const path of pages()) {
      const page = await at(path);
      expect([path, await readingProblems(page), await page.locator('img').count()]).toEqual([path, [], 0]);
    }
    expect(await (await at(`/admin/users/${ids.user}`)).title()).toBe(`${HOSTILE} · mcp-hub`);
  });

  it('are refused to other users', async () => {
    const { page, context } = await browser.signedIn('alice');
    await page.goto(`${browser.url}/admin/users`);
    await page.getByRole('heading', { level: 1, name: 'You may not see this' }).waitFor();
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    expect(browser.takeProblems().filter((problem) => !problem.includes('ApiFailure'))).toEqual([]);
    await context.close();
  });
});

describe('an administrator', () => {
  it('suspends a selected user, whose next click is refused', async () => {
    const mallory = await browser.signedIn('mallory');
    const page = await at('/admin/users?q=mallory');
    await page.getByRole('checkbox', { name: 'Select mallory' }).check();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspend: done for 1 of 1 users.').waitFor();
    await page.getByRole('cell', { name: 'Suspended' }).waitFor();
    await mallory.page.getByRole('link', { name: 'Registry' }).click();
    await mallory.page.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
    expect(browser.takeProblems().length).toBeGreaterThan(0);
    await mallory.context.close();
  });

  it('signs a user out everywhere, revokes their tokens and gives them the registry, on one page', async () => {
    const alice = await browser.signedIn('alice');
    const { id } = (await (await alice.page.request.get(`${browser.url}/api/v1/me`)).json()) as {
      id: string;
    };
    const page = await at(`/admin/users/${id}`);
    await page.getByRole('heading', { name: 'No API tokens' }).waitFor();
    await page.getByRole('combobox', { name: 'Role in the registry' }).selectOption('Administrator');
    await page.getByRole('button', { name: 'Change the role in the registry' }).click();
    await page.getByText('The role in the registry is changed.').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await alice.page.request.get(`${browser.url}/api/v1/me`)).status()).toBe(401);
    await alice.context.close();
  });

  it('creates a category and features an MCP in it', async () => {
    const page = await at('/admin/categories');
    await page.getByRole('button', { name: 'Create a category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Files');
    await dialog.getByLabel('Slug').fill('Not a slug');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByLabel('Slug').and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await dialog.getByLabel('Slug').fill('files');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'files', exact: true }).waitFor();
    await at('/admin/mcps');
    await page.getByRole('checkbox', { name: 'Select acme/files' }).check();
    await page.getByRole('button', { name: 'Set category' }).click();
    await page.getByRole('dialog').getByLabel('Category').selectOption('Files');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Set category: done for 1 of 1 MCPs.').waitFor();
    await page.getByRole('button', { name: 'Feature', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Feature' }).click();
    await page.getByText('Feature: done for 1 of 1 MCPs.').waitFor();
    await page.getByLabel('Featured').selectOption('Featured');
    await page.waitForURL(/featured=/);
    await page.getByRole('cell', { name: 'Files', exact: true }).waitFor();
    // The browser reports the refused request, which had the wrong slug.
    expect(browser.takeProblems().filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('gives an MCP a webhook secret, which is shown once, replaces and revokes it', async () => {
    const page = await at(`/admin/mcps/${ids.mcp}`);
    const card = page.getByRole('region', { name: 'Webhook secret' });
    const dialog = page.getByRole('dialog');
    const shown = dialog.getByRole('region', { name: 'Secret' });
    await card.getByRole('button', { name: 'Make a secret' }).click();
    await dialog.getByRole('button', { name: 'Make a secret' }).click();
    const first = await shown.innerText();
    expect(first).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await card.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByLabel('The secret before counts too for 24 hours').check();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    await shown.waitFor();
    expect(await shown.innerText()).not.toBe(first);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await card.getByText('The secret before counts too until').waitFor();
    await card.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await card.getByRole('button', { name: 'Make a secret' }).waitFor();
    expect(browser.takeProblems()).toEqual([]);
  });

  it('puts themselves on the plan that organizations need, and creates one at once', async () => {
    const page = await at('/orgs');
    await page.getByRole('button', { name: 'Put me on the Enterprise plan' }).click();
    await page.getByRole('button', { name: 'New organization' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Platform');
    await page.getByLabel('Slug').fill('platform');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL('**/orgs/platform');
  });

  it('creates an API token of the registry, whose secret is shown once, and revokes it', async () => {
    const page = await at('/registry/tokens');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('pipeline of acme');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = await dialog.getByRole('region', { name: 'Header with the token' }).innerText();
    expect(secret).toMatch(/^Authorization: Token mcp_\w+:sk_\S+$/);
    const authorization = secret.slice('Authorization: '.length);
    const status = async (): Promise<number> =>
      (await fetch(`${browser.url}/v1/catalog`, { headers: { authorization } })).status;
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('cell', { name: /pipeline of acme/ }).waitFor();
    expect(await page.content()).not.toContain('sk_');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'No API tokens' }).waitFor();
    expect(await status()).toBe(401);
  });
});
