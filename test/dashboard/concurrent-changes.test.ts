import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DashboardBrowser } from '../support/dashboard-browser.js';

let browser: DashboardBrowser;
beforeAll(async () => {
  browser = await DashboardBrowser.start();
});
afterAll(() => browser.close());

it('saving a form keeps what others have changed since it was opened', async () => {
  const { page, context } = await browser.signedIn('admin');
  const mcp = (await browser.post(page, '/api/v1/admin/mcps', {
    name: 'acme/files',
    repo_url: 'https://github.com/acme/files',
    description: 'before',
  })) as { readonly id: string };
  const path = `/api/v1/admin/mcps/${mcp.id}`;
  const current = async () => (await page.request.get(browser.url + path)).json() as Promise<object>;
  await page.goto(`${browser.url}/admin/mcps/${mcp.id}`);
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByLabel('Language').fill('Go');
  await page.request.put(browser.url + path, {
    data: { description: 'changed by another' },
    headers: { origin: browser.url },
  });
  await details.getByRole('button', { name: 'Save' }).click();
  await details.getByText('Saved.').waitFor();
  expect(await current()).toMatchObject({ language: 'Go', description: 'changed by another' });
  // Also what was changed before the form was saved again.
  await details.getByLabel('License').fill('MIT');
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    details.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(await current()).toMatchObject({
    language: 'Go',
    license: 'MIT',
    description: 'changed by another',
  });
  await context.close();
});

it('a form that is sent twice at once makes one request', async () => {
  const { page, context } = await browser.signedIn('admin');
  await page.goto(`${browser.url}/admin/tags`);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url());
  });
  await page.getByRole('button', { name: 'Create a tag' }).click();
  const form = page.getByRole('form', { name: 'tag' });
  await form.getByLabel('Name').fill('Twice');
  await form.getByLabel('Slug').fill('twice');
  await form.getByRole('button', { name: 'Create' }).dblclick();
  await form.waitFor({ state: 'detached' });
  expect(requests).toEqual([`${browser.url}/api/v1/admin/tags`]);
  await context.close();
});
