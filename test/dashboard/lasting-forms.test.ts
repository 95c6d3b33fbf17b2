import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DashboardBrowser, settled, type Tab } from '../support/dashboard-browser.js';

let browser: DashboardBrowser;
let admin: Tab;
const ids = { org: '', area: '', policy: '', webhook: '', mcp: '', tag: '', user: '', alice: '' };

const api = (path: string): string => `/api/v1${path}`;

async function change(method: 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object): Promise<void> {
  const answer = await admin.page.request.fetch(browser.url + api(path), {
    method,
    ...(data !== undefined && { data }),
    headers: { origin: browser.url },
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

const made = async (path: string, body: object): Promise<string> =>
  ((await browser.post(admin.page, api(path), body)) as { id: string }).id;

async function current(path: string): Promise<Record<string, unknown>> {
  return (await (await admin.page.request.get(browser.url + api(path))).json()) as Record<string, unknown>;
}

beforeAll(async () => {
  browser = await DashboardBrowser.start(['alice', 'bob']);
  admin = await browser.signedIn('admin');
  const me = (await current('/me')) as { id: string };
  await change('PATCH', `/admin/users/${me.id}/plan`, { plan: 'ENTERPRISE' });
  ids.org = await made('/orgs', { name: 'Acme', slug: 'acme', display_name: 'Acme' });
  const org = `/orgs/${ids.org}`;
  ids.area = await made(`${org}/areas`, { name: 'Tools', slug: 'tools' });
  ids.webhook = await made(`${org}/webhooks`, {
    url: 'https://hooks.example.com/',
    events: ['version.certified'],
  });
  const level = { target_type: 'CERT_LEVEL', target_value: 'min:2' };
  ids.policy = await made(`${org}/policies`, { name: 'Level', action: 'DENY', priority: 1, ...level });
  ids.mcp = await made('/admin/mcps', { name: 'acme/files', repo_url: 'https://github.com/acme/files' });
  ids.tag = await made('/admin/tags', { name: 'Files', slug: 'files' });
  ids.user = await made('/admin/users', { email: 'carol@example.com', name: 'Carol' });
  ids.alice = await join('alice');
});
afterAll(() => browser.close());
// The browser reports the refused requests that these tests are about.
afterEach(() => {
  expect(
    browser.takeProblems().filter((problem) => !/status of (400|401|403|404)|ApiFailure/.test(problem)),
  ).toEqual([]);
});

/** Makes a user an administrator of the organization, and returns their id. */
async function join(name: string): Promise<string> {
  await browser.post(admin.page, api(`/orgs/${ids.org}/users/invite`), {
    email: `${name}@example.com`,
    role: 'ADMIN',
  });
  const { page, context } = await browser.signedIn(name);
  const { invitations } = (await (
    await page.request.get(`${browser.url}${api('/me/invitations')}`)
  ).json()) as {
    invitations: { id: string }[];
  };
  await browser.post(page, api(`/me/invitations/${invitations[0]?.id}/accept`), {});
  const me = (await (await page.request.get(`${browser.url}/api/v1/me`)).json()) as { id: string };
  await context.close();
  return me.id;
}

describe('a session that ends under a form', () => {
  it('says so with a way to sign in, and keeps what was entered', async () => {
    const { page, context } = await browser.signedIn('alice', '/orgs/acme/policies/new');
    await settled(page);
    await page.getByLabel('Name', { exact: true }).fill('Written for an hour');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create policy' }).click();
    const form = page.getByRole('region', { name: 'Policy' });
    await form.getByText('Your session has ended.').waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/bearer/i);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      form.getByRole('link', { name: 'Sign in again in a new tab' }).click(),
    ]);
    await tab.getByLabel('Username').fill('alice');
    await tab.getByLabel('Password').fill('correct horse battery staple');
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForURL('**/orgs/acme/policies/new');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Written for an hour');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('The policy is created.').waitFor();
    await context.close();
  });
});

describe('a role that is lost', () => {
  it('takes its buttons and forms away', async () => {
    const { page, context } = await browser.signedIn('alice', '/orgs/acme/policies');
    await settled(page);
    await page.getByRole('link', { name: 'New policy' }).waitFor();
    await change('PATCH', `/orgs/${ids.org}/members/${ids.alice}`, { role: 'MEMBER' });
    await page.getByRole('button', { name: 'Disable Level' }).click();
    await page.getByText('Your role in this organization is now member.').waitFor();
    expect(await page.getByRole('link', { name: 'New policy' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Disable|Delete) / }).count()).toBe(0);
    await page.goto(`${browser.url}/orgs/acme/policies/new`);
    await page.getByRole('heading', { level: 1, name: 'You may not see this' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create policy' }).count()).toBe(0);
    await change('PATCH', `/orgs/${ids.org}/members/${ids.alice}`, { role: 'ADMIN' });
    await context.close();
  });
});

/** The forms that change something, the field that two tabs change, and what another tab has made of it. */
const forms = (): readonly {
  readonly form: string;
  readonly at: string;
  readonly label: string;
  readonly save: string;
  readonly path: string;
  readonly field: string;
  readonly theirs: string | number;
  readonly mine: string;
}[] => {
  const org = `/orgs/${ids.org}`;
  const text = { theirs: 'By another tab', mine: 'By this tab' };
  const named = { label: 'Name', save: 'Save changes', field: 'name', ...text };
  return [
    { form: 'an area', at: `/orgs/acme/areas/${ids.area}`, path: `${org}/areas/${ids.area}`, ...named },
    {
      form: 'a policy',
      at: `/orgs/acme/policies/${ids.policy}`,
      path: `${org}/policies/${ids.policy}`,
      ...named,
    },
    {
      ...named,
      form: 'a webhook',
      at: `/orgs/acme/webhooks/${ids.webhook}`,
      path: `${org}/webhooks/${ids.webhook}`,
      label: 'Description',
      field: 'description',
    },
    {
      ...named,
      form: 'an organization',
      at: '/orgs/acme/settings',
      path: org,
      label: 'Display name',
      save: 'Save names',
      field: 'display_name',
    },
    {
      ...named,
      form: 'the retention',
      at: '/orgs/acme/settings',
      path: `${org}/retention`,
      label: 'Months of evaluations',
      save: 'Save retention',
      field: 'evaluation_months',
      theirs: 20,
      mine: '30',
    },
    {
      ...named,
      form: 'a user',
      at: `/admin/users/${ids.user}`,
      path: `/admin/users/${ids.user}`,
      save: 'Save',
    },
    {
      ...named,
      form: 'an MCP',
      at: `/admin/mcps/${ids.mcp}`,
      path: `/admin/mcps/${ids.mcp}`,
      label: 'Description',
      field: 'description',
      save: 'Save',
    },
  ];
};

async function saveIn(page: Page, save: string): Promise<void> {
  await page.getByRole('button', { name: save, exact: true }).first().click();
}

describe('two tabs that change the same field', () => {
  it('show the second what the first has changed, and save only when asked again', async () => {
    for (const { form, at, label, save, path, field, theirs, mine } of forms()) {
      await admin.page.goto(browser.url + at);
      await settled(admin.page);
      await admin.page.getByLabel(label, { exact: true }).first().fill(mine);
      const before = await current(path);
      const whole = path.endsWith('/retention') ? { audit_months: before['audit_months'] } : {};
      await change('PUT', path, { ...whole, [field]: theirs });
      await saveIn(admin.page, save);
      const notice = admin.page.getByText(/Somebody else has changed/);
      await notice.waitFor();
      expect([form, await notice.textContent()]).toEqual([form, expect.stringContaining(`to “${theirs}”`)]);
      expect([form, (await current(path))[field]]).toEqual([form, theirs]);
      expect(await admin.page.getByLabel(label, { exact: true }).first().inputValue()).toBe(mine);
      await Promise.all([
        admin.page.waitForResponse((response) => response.request().method() === 'PUT'),
        saveIn(admin.page, save),
      ]);
      expect([form, String((await current(path))[field])]).toEqual([form, mine]);
    }
  });
});

describe('a page without a connection', () => {
  it('says so, and loads by itself when there is one again', async () => {
    const { page, context } = await browser.signedIn('bob', '/orgs');
    await settled(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Check' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: /Check/ }).waitFor();
    browser.takeProblems();
    await context.close();
  });
});
