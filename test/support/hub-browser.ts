import { Browser, type Visit } from './browser.js';
import { PASSWORD } from './credentials.js';
import type { TestApp } from './test-app.js';

/** The public URL of the hub: behind an ingress that forwards its path. */
export const PUBLIC_URL = 'https://tools.example.com/hub';
export const ORIGIN = 'https://tools.example.com';
export const LOGIN = `${PUBLIC_URL}/auth/login`;
export const SESSION = '__Host-mcp-hub.hub';
export const ME = `${PUBLIC_URL}/api/v1/me`;

/** Settings of an app for many browsers, each with its own address. */
export const BROWSER_SETTINGS = { PUBLIC_URL, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_ANONYMOUS: '1000' };

let browsers = 0;

/** A browser that maps the public URL to the app under test. */
export function browserOf({ url }: Pick<TestApp, 'url'>): Browser {
  browsers += 1;
  return new Browser({ [ORIGIN]: url }, { 'x-forwarded-for': `10.0.${browsers >> 8}.${browsers & 255}` });
}

export const isCallback = (url: string): boolean => url.startsWith(`${PUBLIC_URL}/auth/callback`);

/** Starts a sign-in and returns the page or redirect where the user continues. */
export const startSignIn = (browser: Browser, returnTo = '/hub/api/v1/me'): Promise<Visit> =>
  browser.open(`${PUBLIC_URL}/auth/login?return_to=${encodeURIComponent(returnTo)}`);

/** Signs in a local user through the built-in provider, up to the requested page. */
export async function signIn(browser: Browser, username: string, password = PASSWORD): Promise<Visit> {
  return browser.submit(await startSignIn(browser), { username, password });
}

/** Goes up to the redirect back to the hub, from a provider without a prompt. */
export const callbackUrl = async (browser: Browser, url = LOGIN): Promise<string> =>
  (await browser.open(url, {}, isCallback)).url;

export const hasSession = (browser: Browser): boolean => SESSION in browser.jar(PUBLIC_URL);

/** The audit events of the platform's chain, newest last. */
export const events = (t: TestApp): Promise<{ action: string; actor_id: string | null; details: object }[]> =>
  t.rows(`SELECT action, actor_id, details FROM audit_event WHERE org_id IS NULL ORDER BY position`);

export const lastRefusal = async (t: TestApp): Promise<unknown> => (await events(t)).at(-1);
