import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DashboardBrowser, readingProblems, settled, type Tab } from '../support/dashboard-browser.js';
import { MCP_TABS, ORG_PAGES, PERSONAL_PAGES } from '../support/dashboard-pages.js';
import { Api, organizationWithPages } from './organization-with-pages.js';

/** An administrator of the platform who owns the organization, an administrator and a member of it, and a stranger. */
type Actor = 'admin' | 'owen' | 'mia' | 'sam';

/** Pages whose lists are empty in a new organization. */
const LISTS = ORG_PAGES.filter((path) => !['/roles', '/settings', '/policies/new'].includes(path));
const HALF = Math.ceil(ORG_PAGES.length / 2);

let browser: DashboardBrowser;
let api: Api;
let pages: Awaited<ReturnType<typeof organizationWithPages>>;
let orgId = '';
const tabs = {} as Record<Actor, Tab>;
const members = { owen: '', mia: '' };

beforeAll(async () => {
  browser = await DashboardBrowser.start(['owen', 'mia', 'sam']);
  tabs.admin = await browser.signedIn('admin');
  api = new Api(browser, tabs.admin.page);
  pages = await organizationWithPages(browser, tabs.admin.page);
  orgId = (await api.get<{ orgs: { id: string }[] }>('/orgs')).orgs[0]?.id ?? '';
  await api.organization('empty');
  members.owen = await join('owen', 'ADMIN');
  members.mia = await join('mia', 'MEMBER');
  tabs.sam = await browser.signedIn('sam');
});
afterAll(() => browser.close());
afterEach(() => {
  // What is refused or out of reach is meant in these tests.
  expect(
    browser
      .takeProblems()
      .filter(
        (problem) => !/status of 40\d|ApiFailure|ERR_INTERNET|preload CSS|dynamically imported/.test(problem),
      ),
  ).toEqual([]);
});

/** Makes a user a member, and returns their id. */
async function join(name: 'owen' | 'mia', role: string): Promise<string> {
  const { id } = await api.post(`/orgs/${orgId}/users/invite`, { email: `${name}@example.com`, role });
  tabs[name] = await browser.signedIn(name);
  const own = new Api(browser, tabs[name].page);
  await own.post(`/me/invitations/${id}/accept`, {});
  return (await own.get<{ id: string }>('/me')).id;
}

async function at(actor: Actor, path: string): Promise<Page> {
  const { page } = tabs[actor];
  await page.goto(browser.url + path);
  await settled(page);
  return page;
}

/** What is wrong with pages, by their addresses. */
async function problemsOf(
  actor: Actor,
  paths: readonly string[],
): Promise<Record<string, readonly string[]>> {
  const problems: Record<string, readonly string[]> = {};
  for (const path of paths) {
    const found = await readingProblems(await at(actor, path));
    if (found.length > 0) problems[path] = found;
  }
  return problems;
}

describe('everybody can read the pages', () => {
  it.each<[string, Actor, () => readonly string[]]>([
    ['of a single thing, as an administrator of the platform', 'admin', () => pages.administration],
    [
      'of a single thing of an organization, as its owner',
      'admin',
      () => pages.organization.slice(ORG_PAGES.length),
    ],
    ['of an organization, as its administrator', 'owen', () => pages.organization.slice(0, HALF)],
    ['of an organization, as its administrator', 'owen', () => pages.organization.slice(HALF, 2 * HALF)],
    ['of an organization, as a member', 'mia', () => pages.organization.slice(0, HALF)],
    ['of an organization, as a member', 'mia', () => pages.organization.slice(HALF, 2 * HALF)],
    ['of a server, as a member', 'mia', () => pages.mcp.slice(0, MCP_TABS.length)],
    [
      'of people without an organization, and those that they may not see',
      'sam',
      () => [...PERSONAL_PAGES, '/admin', '/orgs/acme/findings'],
    ],
    [
      'of a new organization, whose lists are empty',
      'admin',
      () => LISTS.map((path) => `/orgs/empty${path}`),
    ],
  ])('%s (%s)', async (_what, actor, paths) => {
    expect(await problemsOf(actor, paths())).toEqual({});
  });
});

describe('everybody can read a page', () => {
  it.each([
    ['/orgs/acme/tokens', 'New service token'],
    ['/orgs/acme/areas', 'New area'],
    ['/admin/tags', 'Create a tag'],
    ['/registry/tokens', 'Create a token'],
  ])('%s with the dialog "%s"', async (path, button) => {
    const page = await at('admin', path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await readingProblems(page)).toEqual([]);
  });

  it('with a refused value in a dialog', async () => {
    const page = await at('admin', '/admin/tags');
    await page.getByRole('button', { name: 'Create a tag' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Files');
    await dialog.getByLabel('Slug').fill('Not a slug');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    expect(await readingProblems(page)).toEqual([]);
  });

  it('with the notice of a session that has ended', async () => {
    const { page, context } = await browser.signedIn('owen', '/orgs/acme/policies/new');
    await settled(page);
    await page.getByLabel('Name', { exact: true }).fill('Kept');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('Your session has ended.').first().waitFor();
    expect(await readingProblems(page)).toEqual([]);
    await context.close();
  });

  it('with what another tab has changed', async () => {
    const page = await at('admin', '/orgs/acme/settings');
    await page.getByLabel('Display name', { exact: true }).fill('Mine');
    await api.change('PUT', `/orgs/${orgId}`, { display_name: 'Theirs' });
    await page.getByRole('button', { name: 'Save names' }).click();
    await page.getByText(/Somebody else has changed/).waitFor();
    expect(await readingProblems(page)).toEqual([]);
  });

  it('of a role that was lost', async () => {
    const page = await at('owen', '/orgs/acme/policies');
    await api.change('PATCH', `/orgs/${orgId}/members/${members.owen}`, { role: 'MEMBER' });
    await page.getByRole('button', { name: 'Disable Level' }).click();
    await page.getByText('Your role in this organization is now member.').waitFor();
    // For seven seconds, the button that had the focus is announced to screen readers.
    await page.waitForFunction(() => document.querySelector('[data-live-announcer] [role="img"]') === null);
    expect(await readingProblems(page)).toEqual([]);
  });

  it('without a connection', async () => {
    const page = await at('mia', '/orgs');
    await tabs.mia.context.setOffline(true);
    await page.getByRole('link', { name: 'Check' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
    expect(await readingProblems(page)).toEqual([]);
    await tabs.mia.context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: /Check/ }).waitFor();
  });
});

describe('one name of the greatest length', () => {
  it('breaks no page of an organization', async () => {
    const name = 'W'.repeat(100);
    await api.change('PUT', `/orgs/${orgId}`, { name, display_name: 'W'.repeat(200) });
    const policy = { action: 'WARN', target_type: 'SCORE', target_value: 'min:1' };
    await api.post(`/orgs/${orgId}/policies`, { ...policy, name });
    await api.post(`/orgs/${orgId}/areas`, { name, slug: 'w'.repeat(39), description: '' });
    await api.post(`/orgs/${orgId}/tokens`, { name, scopes: [`ci:org:${orgId}`] });
    expect(await problemsOf('admin', pages.organization.slice(0, ORG_PAGES.length))).toEqual({});
  });

  it('breaks no page of the administration', async () => {
    expect(await problemsOf('admin', ['/admin/orgs', `/admin/orgs/${orgId}`, '/admin/users'])).toEqual({});
  });
});

describe('a printed page', () => {
  it.each(['light', 'dark'] as const)(
    'is dark on white, without controls, from the %s theme',
    async (colorScheme) => {
      const page = await at('admin', '/orgs/acme/findings');
      await page.emulateMedia({ media: 'print', colorScheme });
      const { paper, ink } = await page.evaluate(() => {
        const { color } = getComputedStyle(document.querySelector('h1') ?? document.body);
        return { paper: getComputedStyle(document.body).backgroundColor, ink: color };
      });
      const lightness = (text: string): number =>
        Math.max(...(text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
      expect(lightness(paper)).toBeGreaterThan(245);
      expect(lightness(ink)).toBeLessThan(100);
      expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    },
  );
});
