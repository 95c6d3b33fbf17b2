import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { installedBrowser } from '../../src/reports/rendering/installed-browser.js';
import { packagedBrowser } from '../../src/reports/rendering/packaged-browser.js';
import { PASSWORD } from './credentials.js';
import { freePort } from './ports.js';
import { ServerHome } from './server-home.js';
import type { ServerProcess } from './server-process.js';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WIDE = 1280;
const NARROW = 360;
// Not a performance limit: a busy machine may be many times slower than an idle one.
const LONGEST_MS = 120_000;
const CSP_VIOLATION = 'violates the policy';

/** Servers for tests in a browser: the built-in provider, and no limit that a quick tester reaches. */
const SETTINGS = {
  BOOTSTRAP_ADMIN_USERNAME: 'admin',
  RATE_LIMIT_ANONYMOUS: '100000',
  RATE_LIMIT_FREE: '100000',
};

/** A tab, with what went wrong in it. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
}

/**
 * The compiled product and a real browser. `problems` has every error that a page reported: errors in the console, uncaught
 * exceptions, violations of the Content-Security-Policy, and requests to other servers.
 */
export class DashboardBrowser {
  private readonly found: string[] = [];

  private constructor(
    private readonly home: ServerHome,
    readonly server: ServerProcess,
    private readonly browser: Browser,
    /** URL of the dashboard, without a slash at the end. */
    readonly url: string,
  ) {}

  /**
   * Starts both.
   * @param users local users besides the administrator, with the same password as all test users
   * @param settings of the server, besides those of every test
   * @param host in its URL; the browser finds hosts that end in `.lan` on this machine, and trusts them as little as any
   * @param statement that runs on the database before, for rows that only events of other services make
   */
  static async start(
    users: readonly string[] = [],
    settings: Readonly<Record<string, string>> = {},
    host = 'localhost',
    statement?: string,
  ): Promise<DashboardBrowser> {
    const port = String(await freePort());
    const url = `http://${host}:${port}`;
    const home = await ServerHome.open({ ...SETTINGS, PORT: port, PUBLIC_URL: url, ...settings });
    if (statement !== undefined) await home.query(statement);
    const [server, browser] = await Promise.all([home.start(), launch()]);
    // After the start, which creates the administrator only where nobody is.
    for (const name of users) {
      const { code, stderr } = await home.command(
        `users add ${name} --email ${name}@example.com --password-stdin`,
        `${PASSWORD}\n`,
      );
      if (code !== 0) throw new Error(stderr);
    }
    return new DashboardBrowser(home, server, browser, url);
  }

  /** What went wrong since the last call. */
  takeProblems(): readonly string[] {
    return this.found.splice(0);
  }

  /** A new window without a session. */
  async visitor(): Promise<Tab> {
    const context = await this.browser.newContext({
      colorScheme: 'light',
      viewport: { width: WIDE, height: 900 },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(LONGEST_MS);
    await context.addInitScript((text) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`${text}: ${violatedDirective} ${blockedURI}`);
      });
    }, CSP_VIOLATION);
    context.on('console', (message) => {
      if (message.type() === 'error') this.found.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.found.push(String(error.error())));
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== this.url) this.found.push(`request to ${request.url()}`);
    });
    return { context, page: await context.newPage() };
  }

  /** A new window in which a user has signed in, on `path`. */
  async signedIn(username: string, path = '/'): Promise<Tab> {
    const tab = await this.visitor();
    await tab.page.goto(this.url + path);
    await tab.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await tab.page.getByLabel('Username').fill(username);
    await tab.page.getByLabel('Password').fill(PASSWORD);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL(this.url + path);
    await tab.page.getByRole('button', { name: /^Account of/ }).waitFor();
    return tab;
  }

  /** Sends a JSON request as the user of a tab, as the dashboard does. */
  async post(page: Page, path: string, data: unknown): Promise<unknown> {
    const response = await page.request.post(this.url + path, { data, headers: { origin: this.url } });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.home.close();
  }
}

/** Starts the browser that the product prints reports with. */
async function launch(): Promise<Browser> {
  const installed = await installedBrowser();
  const { path, environment } =
    installed === undefined ? await packagedBrowser() : { path: installed, environment: {} };
  return chromium.launch({
    executablePath: path,
    env: { ...definedOf(process.env), ...environment },
    // Chromium has no sandbox for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.lan 127.0.0.1'],
  });
}

const definedOf = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Waits until the page has its heading and nothing loads. */
export async function settled(page: Page): Promise<void> {
  // Also the heading behind a dialog, which has no role then.
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}

/** Follows a link of the page, and waits until the page at `url` is shown: until it is loaded, the one before stays. */
export async function follow(link: Locator, url: string): Promise<void> {
  const page = link.page();
  const before = await page.locator('h1').elementHandle();
  await link.click();
  await page.waitForURL(url);
  await before.waitForElementState('hidden');
  await settled(page);
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/**
 * What is wrong with a page for some of its readers: violations of accessibility in the light theme, contrasts in the dark
 * one, and scrolling sideways on a wide or small screen. Empty for a good page.
 */
export async function readingProblems(page: Page): Promise<readonly string[]> {
  await settled(page);
  await page.evaluate(AXE);
  const light = await violationsOf(page, { type: 'tag', values: TAGS });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const dark = await violationsOf(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => matchMedia('(prefers-color-scheme: light)').matches);
  const wide = await overflowOf(page);
  await page.setViewportSize({ width: NARROW, height: 800 });
  const narrow = await violationsOf(page, { type: 'rule', values: NARROW_RULES });
  const overflow = await overflowOf(page);
  await page.setViewportSize({ width: WIDE, height: 900 });
  return [...light, ...dark, ...wide, ...narrow, ...overflow];
}

/** What depends on the width: what scrolls, and what is hidden. */
const NARROW_RULES = ['scrollable-region-focusable', 'landmark-unique', 'color-contrast'];

/** Whether a page is wider than its window. */
async function overflowOf(page: Page): Promise<readonly string[]> {
  const [over, width] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, clientWidth] as const;
  });
  return over > 0 ? [`${over} of ${width} pixels too wide`] : [];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violationsOf(page: Page, runOnly: object): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], runOnly };
  // What was announced to screen readers stays there for seconds, also when the button that it names is gone.
  const context = { include: [['html']], exclude: [['[data-live-announcer]']] };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary ?? ''}`);
}
