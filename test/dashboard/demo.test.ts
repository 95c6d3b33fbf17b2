import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DashboardBrowser, settled, type Tab } from '../support/dashboard-browser.js';
import { eventually } from '../support/stored-artifacts.js';

let browser: DashboardBrowser;
let admin: Tab;

beforeAll(async () => {
  browser = await DashboardBrowser.start([], { DEMO: 'true', npm_config_registry: 'http://127.0.0.1:9/' });
  // Nine analyses, one after the other.
  await eventually(() => Promise.resolve(browser.server.output.includes('asks the gate')), 240);
  admin = await browser.signedIn('admin');
});
afterAll(() => browser.close());

async function at(path: string) {
  const { page } = admin;
  await page.goto(browser.url + path);
  await settled(page);
  return page.getByRole('main');
}

describe('the dashboard after the demo, for the first administrator', () => {
  it('has an organization whose servers have scores and findings', async () => {
    const main = await at('/orgs');
    await main.getByRole('link', { name: 'Demo' }).click();
    await admin.page.waitForURL('**/orgs/demo');
    for (const name of ['demo/git-log', 'demo/everything'])
      await admin.page.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
    const findings = await at('/orgs/demo/findings');
    await findings.getByText('Whole environment returned or sent').waitFor();
    const resolved = await at('/orgs/demo/findings?status=resolved');
    await resolved.getByText('Shell command built from what a client sends').waitFor();
    await resolved.getByText('commits.js:8').first().waitFor();
  });

  it('has an evaluation that failed, and says why', async () => {
    const main = await at('/orgs/demo/evaluations');
    const row = main.getByRole('row').filter({ hasText: 'production' });
    await row.getByText('failed').waitFor();
    await row.getByRole('link').click();
    const denied = main.getByRole('row').filter({ hasText: 'demo/git-log 1.0.0' });
    await denied.getByText('the certification level, 0, is below 1').waitFor();
    await denied.getByRole('link', { name: 'Certified servers only' }).waitFor();
  });

  it('shows how to install a server while its list of versions cannot be read', async () => {
    const { page } = admin;
    const list = '/versions?limit=';
    const isList = (url: URL): boolean => url.href.includes(list);
    await page.route(isList, (route) => route.fulfill({ status: 403, json: { message: 'not now' } }));
    const main = await at('/mcps/demo/git-log/install');
    await main.getByRole('heading', { name: 'Badge' }).waitFor();
    await page.unroute(isList);
    expect(browser.takeProblems().filter((problem) => !problem.includes(list))).toEqual([]);
  });

  it('shows no error', () => {
    expect(browser.takeProblems()).toEqual([]);
  });
});
