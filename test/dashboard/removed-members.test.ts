import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DashboardBrowser, readingProblems, settled, type Tab } from '../support/dashboard-browser.js';
import { Api } from './organization-with-pages.js';

let browser: DashboardBrowser;
let admin: Tab;
let api: Api;
let orgId = '';

beforeAll(async () => {
  browser = await DashboardBrowser.start(['owen', 'mia']);
  admin = await browser.signedIn('admin');
  api = new Api(browser, admin.page);
  await api.organization('acme');
  orgId = (await api.get<{ orgs: { id: string }[] }>('/orgs')).orgs[0]?.id ?? '';
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

/** A member with a service token. */
async function join(name: 'owen' | 'mia'): Promise<void> {
  const { id } = await api.post(`/orgs/${orgId}/users/invite`, {
    email: `${name}@example.com`,
    role: 'ADMIN',
  });
  const { page } = await browser.signedIn(name);
  const own = new Api(browser, page);
  await own.post(`/me/invitations/${id}/accept`, {});
  await own.post(`/orgs/${orgId}/tokens`, { name: `Deployment of ${name}`, scopes: [`ci:org:${orgId}`] });
  await own.post(`/orgs/${orgId}/allow-lists`, { name: `List of ${name}`, environment: 'production' });
}

/** Removes a member on the page, whose dialog then has what they made. */
async function removed(name: string, keep = false): Promise<Page> {
  const { page } = admin;
  await page.goto(`${browser.url}/orgs/acme/members`);
  await settled(page);
  await page.getByRole('button', { name: new RegExp(`^Remove ${name}`) }).click();
  await page.getByText('Keep their membership and tokens in the registry').waitFor();
  expect(await readingProblems(page)).toEqual([]);
  if (keep) await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: /is no longer a member/ }).waitFor();
  expect(await readingProblems(page)).toEqual([]);
  return page;
}

describe('the page of members', () => {
  it('says what a removed member made, and replaces it at once', async () => {
    await join('owen');
    const page = await removed('owen');
    await page.getByText('They were no member in the registry.').waitFor();
    await page.getByText('Deployment of owen').waitFor();
    await page.getByRole('button', { name: 'Replace them all' }).click();
    await page.getByText('Copy them now.').waitFor();
    const text = await page.getByRole('dialog').innerText();
    expect(text).toMatch(/mcp_tk_/);
    expect(text).toMatch(/\/allow\//);
    expect(await readingProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have copied them' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { tokens } = await api.get<{ tokens: { name: string; revoked_at: string | null }[] }>(
      `/orgs/${orgId}/tokens`,
    );
    const ofOwen = tokens.filter(({ name }) => name === 'Deployment of owen');
    expect(ofOwen.map(({ revoked_at: revokedAt }) => revokedAt === null).sort()).toEqual([false, true]);
  });

  it('keeps the membership in the registry if asked', async () => {
    await join('mia');
    const page = await removed('mia', true);
    await page.getByText('Their membership and tokens in the registry stay.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
