import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DashboardBrowser, readingProblems } from '../support/dashboard-browser.js';

const HOSTILE = `<img src=x onerror="document.title='taken'">`;
const MAX_SCRIPT_BYTES = 200_000;

let browser: DashboardBrowser;
beforeAll(async () => {
  browser = await DashboardBrowser.start();
  const { page, context } = await browser.signedIn('admin');
  for (const name of ['acme/files', 'acme/mail']) {
    await browser.post(page, '/api/v1/admin/mcps', {
      name,
      repo_url: `https://github.com/${name}`,
      description: `${HOSTILE} of ${name}`,
      language: HOSTILE,
    });
  }
  await context.close();
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

describe('a visitor', () => {
  it('searches the catalog, opens an MCP and comes back, with the search in the address', async () => {
    const { page, context } = await browser.visitor();
    await page.goto(browser.url);
    await page.getByRole('link', { name: 'acme/files' }).waitFor();
    await page.getByRole('main').getByLabel('Search', { exact: true }).fill('mail');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=mail/);
    await page.getByRole('link', { name: 'acme/files' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'acme/mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'acme/mail' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'acme/mail' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('mail');
    await context.close();
  });

  it('checks a configuration: each thing that an entry starts, and nothing of what is not understood', async () => {
    const { page, context } = await browser.visitor();
    await page.goto(`${browser.url}/check`);
    const check = async (text: string): Promise<void> => {
      await page.getByLabel('Names or configuration').fill(text);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
    };
    const args = ['-y', 'cross-env@7.0.3', 'A_B=1', 'npx', '-y', '@acme/jira@1.0.0'];
    await check(JSON.stringify({ mcpServers: { jira: { command: 'npx', args } } }));
    await page.getByText('The text names 2 references of 1 server; the catalog has 0 of them.').waitFor();
    for (const name of ['npm:cross-env', 'npm:@acme/jira']) await page.getByText(name).first().waitFor();
    await check('acme/files\nacme/missing');
    await page.getByText('The text names 2 servers; the catalog has 1 of them.').waitFor();
    await check('[mcp_servers.x]\nurl = "https://user:secret@example.com"\nother = { token = "abc"');
    await page.locator('textarea[aria-invalid="true"]').waitFor();
    // In the text alone, not in an answer.
    expect(await page.getByRole('main').getByText('secret@').count()).toBe(1);
    expect(browser.takeProblems()).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await context.close();
  });

  it('sees what others have written as text', async () => {
    const { page, context } = await browser.visitor();
    await page.goto(browser.url);
    await page.getByText(`${HOSTILE} of acme/files`).first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Catalog · mcp-hub');
    await context.close();
  });

  it('sees that a page does not exist, and where to go on', async () => {
    const { page, context } = await browser.visitor();
    await page.goto(`${browser.url}/mcps/nowhere`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to the catalog' }).click();
    await page.getByRole('heading', { level: 1, name: 'Catalog' }).waitFor();
    await context.close();
  });

  it.each(['/admin/users', '/registry/tokens'])('is asked to sign in at %s, and comes back', async (path) => {
    const { page, context } = await browser.visitor();
    await page.goto(browser.url + path);
    await page.getByRole('heading', { level: 1, name: 'Sign in to continue' }).waitFor();
    const link = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    expect(await link.getAttribute('href')).toContain(`return_to=${encodeURIComponent(path)}`);
    expect(browser.takeProblems().filter((problem) => !problem.includes('ApiFailure: sign in'))).toEqual([]);
    await context.close();
  });

  it('has pages that everybody can read: accessible in both themes, and no wider than 360 pixels', async () => {
    const { page, context } = await browser.visitor();
    for (const path of ['/', '/?q=nothing-like-it', '/mcps/acme/files', '/mcps/nowhere']) {
      await page.goto(browser.url + path);
      expect([path, await readingProblems(page)]).toEqual([path, []]);
    }
    expect(browser.takeProblems().filter((problem) => !problem.includes('ApiFailure'))).toEqual([]);
    await context.close();
  });

  it('finds the navigation in a menu on a small screen', async () => {
    const { page, context } = await browser.visitor();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${browser.url}/?q=mail`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Catalog' }).click();
    await page.getByRole('link', { name: 'acme/files' }).waitFor();
    await context.close();
  });

  it(`loads less than ${MAX_SCRIPT_BYTES} bytes of script to see the catalog`, async () => {
    const { page, context } = await browser.visitor();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(browser.url, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(1);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
    await context.close();
  });
});
