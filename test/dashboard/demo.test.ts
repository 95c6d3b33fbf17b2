import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DashboardBrowser, settled, type Tab } from '../support/dashboard-browser.js';
import { eventually } from '../support/stored-artifacts.js';

let browser: DashboardBrowser;
let admin: Tab;

beforeAll(async () => {
  browser = await DashboardBrowser.start([], { DEMO: 'true', npm_config_registry: 'http://127.0.0.1:9/' });
  await eventually(() => Promise.resolve(browser.server.output.includes('asks the gate')));
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

  it('shows no error', () => {
    expect(browser.takeProblems()).toEqual([]);
  });
});
