import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  DashboardBrowser,
  follow,
  readingProblems,
  settled,
  type Tab,
} from '../support/dashboard-browser.js';
import { MCP_TABS, ORG_PAGES, PERSONAL_PAGES } from '../support/dashboard-pages.js';
import { EXAMPLE_TRACE, fixedBundle, vulnerableBundle } from '../journeys/example-server.js';

const NAME = 'acme/git-log';

let browser: DashboardBrowser;
/** An administrator of the organization that the journeys are about. */
let dana: Tab;

beforeAll(async () => {
  browser = await DashboardBrowser.start(['dana', 'olaf']);
  dana = await browser.signedIn('dana');
  const admin = await browser.signedIn('admin');
  const found = await admin.page.request.get(`${browser.url}/api/v1/admin/users?q=dana`);
  const { users } = (await found.json()) as { users: { id: string }[] };
  const changed = await admin.page.request.patch(`${browser.url}/api/v1/admin/users/${users[0]?.id}/plan`, {
    data: { plan: 'ENTERPRISE' },
    headers: { origin: browser.url },
  });
  expect(changed.status()).toBe(200);
  await admin.context.close();
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

async function at(path: string): Promise<Page> {
  await dana.page.goto(browser.url + path);
  await settled(dana.page);
  return dana.page;
}

/** Pushes a bundle in the form that the page shows, and waits for what its analysis says. */
async function push(page: Page, version: string, bundle: Buffer): Promise<string> {
  const file = { name: 'bundle.tgz', mimeType: 'application/gzip', buffer: bundle };
  await page.getByLabel('Bundle (.tgz)').setInputFiles(file);
  await page.getByText(/bundle\.tgz, /).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('git-log');
  await page.getByLabel('Version', { exact: true }).fill(version);
  await page.getByRole('button', { name: 'Push and analyze' }).click();
  await page.getByRole('heading', { name: `${NAME} ${version}` }).waitFor();
  const result = page.getByText(/^(Certified|Not certified|The analysis failed)/);
  await result.waitFor();
  return (await result.textContent()) ?? '';
}

describe('an administrator of an organization', () => {
  it('creates the organization', async () => {
    const page = await at('/');
    await page.getByRole('heading', { name: 'The catalog is empty' }).waitFor();
    await at('/orgs');
    await page.getByRole('button', { name: 'New organization' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Acme');
    await page.getByLabel('Slug').fill('acme');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL('**/orgs/acme');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('pushes a vulnerable server, sees the finding at its line, pushes the fix, and has a certified version', async () => {
    const page = await at('/push');
    expect(await push(page, '1.0.0', await vulnerableBundle())).toContain('Not certified');
    await page.getByRole('link', { name: 'See the findings' }).click();
    await page.waitForURL(`**/mcps/${NAME}/findings**`);
    const [, , sink] = EXAMPLE_TRACE;
    await page.getByText(String(sink?.snippet)).first().waitFor();
    await page.getByText(`${sink?.file_path}:${sink?.line}`).first().waitFor();

    await at('/push?org=acme&name=git-log');
    expect(await push(page, '1.0.1', await fixedBundle())).toContain('Certified');
    await page.getByText('Certified, and published to the registry.').waitFor();
    await page.getByRole('link', { name: 'Open the result' }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.goto(`${browser.url}/mcps/${NAME}/versions`);
    await settled(page);
    const rows = page.getByRole('row');
    await rows.filter({ hasText: '1.0.1' }).getByText('published').waitFor();
    await rows.filter({ hasText: '1.0.0' }).getByText('not certified').first().waitFor();
  });

  it('makes a policy whose preview shows what it denies, and a token, shown once, to which the gate then says no', async () => {
    const page = await at('/orgs/acme/policies/new');
    await page.getByLabel('Name', { exact: true }).fill('Nothing of ours');
    await page.getByLabel('What it looks at').selectOption({ label: 'Name' });
    await page.getByRole('textbox', { name: /^Name/ }).last().fill('acme/*');
    await page.getByText('Denies 1 of 1 MCPs, 1 more than today.').waitFor();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByText('The policy is created.').waitFor();

    expect(await readingProblems(await at('/orgs/acme/evaluations'))).toEqual([]);
    await at('/orgs/acme/tokens');
    await page.getByRole('button', { name: 'New service token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('pipeline');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog', { name: 'The new service token' }).waitFor();
    await page.getByRole('region', { name: 'A request to the gate' }).waitFor();
    expect(await readingProblems(page)).toEqual([]);
    const secret = (await page.getByLabel('Service token', { exact: true }).last().textContent()) ?? '';
    // The dialog shows how to ask the gate: what it says is sent, without the programs that it names.
    const shown = async (label: string): Promise<string> =>
      (await page.getByRole('region', { name: label }).textContent()) ?? '';
    const variables = new Map(
      [...(await shown('Variables of the pipeline')).matchAll(/^export (\w+)=(.*)$/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    const [, path = '', body = ''] =
      /"\$MCP_HUB_URL([^"]*)"[^]*-d '([^']*)'/.exec(await shown('A request to the gate')) ?? [];
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const answer = await fetch(`${variables.get('MCP_HUB_URL')}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${variables.get('MCP_HUB_TOKEN')}`,
        'content-type': 'application/json',
      },
      body,
    });
    expect(await answer.json()).toMatchObject({ result: 'FAIL', mcps: [{ name: NAME }] });
    await at('/orgs/acme/tokens');
    await page.getByText('pipeline').first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await at('/orgs/acme/evaluations');
    await page.getByRole('row').getByText('failed').first().waitFor();
  });

  it('makes an allow list, and sees the command that signs its users in, with the key of the hub', async () => {
    const page = await at('/orgs/acme/client-lists');
    await page.getByRole('button', { name: 'New allow list' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Laptops');
    await page.getByRole('button', { name: 'Create allow list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Address of Laptops' });
    const address = await dialog.getByRole('region', { name: 'Address of the allow list' }).innerText();
    const command = await dialog.getByRole('region', { name: 'Command that signs a user in' }).innerText();
    const response = await page.request.get(`${browser.url}/.well-known/jwks.json`);
    const [{ kid }] = ((await response.json()) as { keys: [{ kid: string }] }).keys;
    expect(command.replaceAll(/ \\\n\s*/g, ' ')).toBe(
      `mcp-hub login --server ${browser.url} --allow-list ${address} --key ${kid} --org acme --environment production`,
    );
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByLabel('Environment', { exact: true }).fill('');
    await page.getByText('Enter the environment whose policies apply.').waitFor();
  });

  it('orders a report, and downloads it', async () => {
    const page = await at('/orgs/acme/reports');
    await page.getByRole('button', { name: 'Order report' }).click();
    const link = page.getByRole('link', { name: /as PDF$/ });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('has pages that everybody can read, of the organization and of its MCPs', async () => {
    const paths = [
      ...ORG_PAGES.map((path) => `/orgs/acme${path}`),
      ...MCP_TABS.map((path) => `/mcps/${NAME}${path}`),
      ...PERSONAL_PAGES,
    ];
    const problems: Record<string, readonly string[]> = {};
    for (const path of paths) problems[path] = await readingProblems(await at(path));
    expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
    const page = await at('/orgs/acme/evaluations');
    await follow(page.getByRole('row').getByRole('link').first(), '**/evaluations/*');
    expect(await readingProblems(page)).toEqual([]);
    await at('/orgs/acme/policies');
    await follow(page.getByRole('link', { name: 'Nothing of ours' }), '**/policies/*');
    expect(await readingProblems(page)).toEqual([]);
  });
});

describe('an outsider', () => {
  it('sees nothing of the organization', async () => {
    const { page, context } = await browser.signedIn('olaf');
    for (const path of ['/orgs/acme', '/orgs/acme/findings', `/mcps/${NAME}`]) {
      await page.goto(browser.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('main').textContent()).not.toMatch(/Nothing of ours|pipeline|1\.0\.1/);
    }
    await page.goto(browser.url);
    await settled(page);
    expect(await page.getByRole('main').getByText('git-log').count()).toBe(0);
    await page.goto(`${browser.url}/orgs`);
    await page.getByText('You are in no organization yet').waitFor();
    expect(browser.takeProblems().filter((problem) => !/ApiFailure|404|403/.test(problem))).toEqual([]);
    await context.close();
  });
});
