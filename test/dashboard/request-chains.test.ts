import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DashboardBrowser, settled, type Tab } from '../support/dashboard-browser.js';
import { organizationWithPages } from './organization-with-pages.js';
import { ADMIN_PAGES, PERSONAL_PAGES } from '../support/dashboard-pages.js';
import { requestRounds } from '../support/request-rounds.js';

/** Rounds of API requests that a page may need, that for the signed-in user included. */
const MAX_ROUNDS = 2;
const ROUTES = new URL('../../packages/dashboard/src/route-tree.gen.ts', import.meta.url);

let browser: DashboardBrowser;
let admin: Tab;
let pages: Awaited<ReturnType<typeof organizationWithPages>>;
/** The addresses that the tests open, by what they are about. */
const addresses = (): Readonly<
  Record<'catalog' | 'person' | 'organization' | 'administration', string[]>
> => ({
  catalog: ['/', '/?q=git', ...pages.mcp],
  person: [...PERSONAL_PAGES],
  organization: [...pages.organization],
  administration: [...ADMIN_PAGES, ...pages.administration],
});

beforeAll(async () => {
  browser = await DashboardBrowser.start();
  admin = await browser.signedIn('admin');
  pages = await organizationWithPages(browser, admin.page);
});
afterAll(() => browser.close());

/** Opens pages, and returns those with too many rounds, with what the later ones asked for. */
async function deepPages(addresses: readonly string[]): Promise<readonly string[]> {
  const deep: string[] = [];
  for (const address of addresses) {
    const rounds = await requestRounds(admin.page, browser.url + address);
    await settled(admin.page);
    expect([address, rounds.length > 0]).toEqual([address, true]);
    const late = rounds
      .slice(MAX_ROUNDS)
      .map((round, index) => `round ${MAX_ROUNDS + 1 + index}: ${round.join(', ')}`);
    if (late.length > 0) deep.push(`${address}: ${late.join('; ')}`);
  }
  expect(browser.takeProblems()).toEqual([]);
  return deep;
}

describe('the rounds of the requests of a page', () => {
  it('are counted by what waits for what', async () => {
    const { page, context } = await browser.visitor();
    const script = `
      const ask = async (limit) => (await fetch('/api/v1/mcps?limit=' + limit)).json();
      Promise.all([ask(1), ask(2).then(() => ask(3)).then(() => ask(4))]).then(() => ask(1));`;
    await page.route('**/check', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<h1>Chain</h1><script>${script}</script>` }),
    );
    const rounds = await requestRounds(page, `${browser.url}/check`);
    const asked = (limit: number): string => `GET /api/v1/mcps?limit=${limit}`;
    expect(rounds.map((round) => round.toSorted())).toEqual([[asked(1), asked(2)], [asked(3)], [asked(4)]]);
    await context.close();
  });
});

describe(`no page waits for answers more than ${MAX_ROUNDS} times in a row`, () => {
  it('of the catalog and of a server', async () => {
    expect(await deepPages(addresses().catalog)).toEqual([]);
  });

  it('of a person', async () => {
    expect(await deepPages(addresses().person)).toEqual([]);
  });

  it('of an organization', async () => {
    expect(await deepPages(addresses().organization)).toEqual([]);
  });

  it('of the registry and the administration', async () => {
    expect(await deepPages(addresses().administration)).toEqual([]);
  });

  it('and these are the pages of all routes', () => {
    const paths = /fullPaths:([^;]*);/.exec(readFileSync(ROUTES, 'utf8'))?.[1] ?? '';
    const routes = [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
    expect(routes.length).toBeGreaterThan(50);
    const pathnames = Object.values(addresses())
      .flat()
      .map((address) => address.replace(/\?.*$/, ''));
    const isAmongThem = (route: string): boolean => {
      const path = new RegExp(`^${(route.replace(/\/$/, '') || '/').replaceAll(/\$\w+/g, '[^/]+')}$`);
      return pathnames.some((pathname) => path.test(pathname));
    };
    expect(routes.filter((route) => !isAmongThem(route))).toEqual([]);
  });
});
