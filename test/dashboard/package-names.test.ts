import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { tarGzOf } from '../support/bundles.js';
import { DashboardBrowser, settled, type Tab } from '../support/dashboard-browser.js';
import { Api } from './organization-with-pages.js';

const NAME = 'acme/pay';
/** Reads `paytxt` in a page that shows it as it is. */
const HIDDEN = 'pay\u202etxt\u200b\u2800';
const SHOWN = String.raw`pay\u{202e}txt\u{200b}\u{2800}`;

const SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { exec } from 'node:child_process';
import { z } from 'zod';
export const server = new McpServer({ name: '${HIDDEN}', version: '1.0.0' });
server.registerTool('${HIDDEN}', { description: 'Pays', inputSchema: { branch: z.string() } },
  async ({ branch }) => { exec('git log ${HIDDEN} ' + branch); return { content: [] }; });`;
const START = `
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { server } from './${HIDDEN}.js';
await server.connect(new StdioServerTransport());`;

const bundle = (): Promise<Buffer> =>
  tarGzOf([
    {
      name: 'package/package.json',
      content: JSON.stringify({
        name: 'pay',
        version: '1.0.0',
        description: HIDDEN,
        license: 'MIT',
        type: 'module',
        bin: 'server.js',
        dependencies: { '@modelcontextprotocol/sdk': '1.20.0', zod: '3.25.0' },
      }),
    },
    { name: `package/${HIDDEN}.js`, content: SERVER },
    { name: 'package/server.js', content: START },
  ]);

const [MCP_ID, RELEASED, PREVIEW] = [randomUUID(), '1'.repeat(40), '2'.repeat(40)];

/** A server whose code host has sent a release, and a push to a branch that is named like the tool. */
const FOLLOWED = `
  INSERT INTO mcp (id, name, name_key, description, repo_url, repo_key, visibility, origin, created_at, updated_at)
  VALUES ('${MCP_ID}', 'acme/followed', 'acme/followed', E'Shows ${HIDDEN}', 'https://github.com/acme/followed',
          'github.com/acme/followed', 'public', 'community', now(), now());
  INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, status, semver, release_key, ref, preview,
                           created_at, updated_at)
  VALUES ('${randomUUID()}', '${MCP_ID}', 'commit-1111111-20260101', '${RELEASED}', 'FAILED', NULL, NULL,
          'refs/heads/main', false, now() - interval '1 day', now()),
         ('${randomUUID()}', '${MCP_ID}', 'commit-2222222-20260102', '${PREVIEW}', 'FAILED', NULL, NULL,
          'refs/heads/fix/${HIDDEN}', true, now(), now()),
         ('${randomUUID()}', '${MCP_ID}', 'commit-3333333-20260102', '${'3'.repeat(40)}', 'FAILED', NULL, NULL,
          'refs/tags/nightly', true, now(), now())`;

let browser: DashboardBrowser;
let admin: Tab;
beforeAll(async () => {
  browser = await DashboardBrowser.start([], {}, 'localhost', FOLLOWED);
  admin = await browser.signedIn('admin');
  const api = new Api(browser, admin.page);
  await api.organization();
  await api.pushUntil('NOT_CERTIFIED', '1.0.0', await bundle(), NAME);
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

async function at(path: string): Promise<Page> {
  await admin.page.goto(browser.url + path);
  await settled(admin.page);
  return admin.page;
}

/** What people see and hear of a page. */
const textsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      ['title', 'aria-label', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.textContent, ...attributes].join('\n');
  });

describe('names of a package with a direction override, a zero-width space and a Braille blank', () => {
  it.each([
    ['tools', `/mcps/${NAME}/surface`, SHOWN],
    ['files, snippets and tools of findings', `/mcps/${NAME}/findings`, `${SHOWN}.js:`],
    ['files of the findings of an organization', '/orgs/acme/findings', `${SHOWN}.js:`],
    ['descriptions', '/mcps/acme/followed', `Shows ${SHOWN}`],
    ['descriptions in the catalog', '/', `Shows ${SHOWN}`],
    ['branches', '/mcps/acme/followed/versions', `fix/${SHOWN}`],
  ])('are seen: %s', async (_what, path, text) => {
    const page = await at(path);
    await page.getByText(text).first().waitFor();
    expect(await textsOf(page)).not.toMatch(/[\u202e\u200b\u2800]/);
  });
});

describe('a version of another branch or tag', () => {
  it('is marked as a preview in the list, with its branch or tag, and the newest version is not', async () => {
    const page = await at('/mcps/acme/followed/versions');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('commit-2222222').getByText('preview', { exact: true }).waitFor();
    await row('commit-3333333').getByText('tag nightly').waitFor();
    expect(await row('commit-1111111').getByText('preview').count()).toBe(0);
    await row('commit-2222222').getByRole('link').click();
    await page.waitForURL('**/mcps/acme/followed?version=commit-2222222-20260102');
    // The address changes before the page does, and the list has previews and branches as well.
    await page.getByText('not the newest').waitFor();
    await page.getByRole('main').getByText('preview', { exact: true }).waitFor();
    await page.getByText(`fix/${SHOWN}`).waitFor();
    await page.getByRole('link', { name: 'Show the newest' }).click();
    await page.getByText('not the newest').waitFor({ state: 'detached' });
    await page.getByText('commit-1111111-20260101').first().waitFor();
    expect(await page.getByRole('main').getByText('preview', { exact: true }).count()).toBe(0);
  });
});
