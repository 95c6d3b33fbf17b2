import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Visit } from '../../support/browser.js';
import { ForeignProvider } from '../../support/foreign-provider.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  events,
  hasSession,
  lastRefusal,
  PUBLIC_URL,
} from '../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let provider: ForeignProvider;
let t: TestApp;
beforeAll(async () => {
  provider = await ForeignProvider.start(PUBLIC_URL);
  t = await startTestApp({ ...BROWSER_SETTINGS, ...provider.settings });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

describe('a callback', () => {
  /** A refused one: without a session, and with an event. */
  const refused = async (browser: Browser, url: string, status = 400): Promise<Visit> => {
    const page = await browser.open(url);
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(hasSession(browser)).toBe(false);
    return page;
  };
  const changed = (url: string, change: (parameters: URLSearchParams) => void): string => {
    const copy = new URL(url);
    change(copy.searchParams);
    return copy.href;
  };

  it('is 400 in a browser without the sign-in’s cookie', async () => {
    const url = await callbackUrl(browserOf(t));
    const page = await refused(browserOf(t), url);
    expect(page.text).toContain('This sign-in was not started in this browser');
    expect(await lastRefusal(t)).toMatchObject({
      action: 'session.refused',
      details: { reason: 'no_pending_sign_in' },
    });
  });

  it.each<[string, (state: string) => string | undefined]>([
    ['another state', (state) => state.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['no state', () => undefined],
    ['an empty state', () => ''],
    ['a short state', () => 'x'],
    ['a state with a line break', () => 'x\r\nSet-Cookie: a=b'],
  ])('is 400 with %s', async (_what, change) => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    await refused(
      browser,
      changed(url, (parameters) => {
        const state = change(parameters.get('state') ?? '');
        if (state === undefined) parameters.delete('state');
        else parameters.set('state', state);
      }),
    );
  });

  it.each(['state', 'code'])('is 400 with two of %s', async (name) => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    await refused(browser, `${url}&${name}=${String(new URL(url).searchParams.get(name))}`);
  });

  it('is 400 with the state of another browser’s sign-in', async () => {
    const [mine, other] = [browserOf(t), browserOf(t)];
    await callbackUrl(mine);
    await refused(mine, await callbackUrl(other));
  });

  it('is 400 with the code of another sign-in', async () => {
    const browser = browserOf(t);
    const first = await callbackUrl(browser);
    const second = await callbackUrl(browser);
    const code = new URL(first).searchParams.get('code') ?? '';
    const page = await refused(
      browser,
      changed(second, (parameters) => parameters.set('code', code)),
    );
    expect(page.text).toContain('could not be verified');
    expect(await lastRefusal(t)).toMatchObject({ details: { reason: 'invalid_provider_response' } });
  });

  it('is 400 the second time, also with the cookie put back', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    const before = browser.copy();
    expect((await browser.visit(url)).status).toBe(302);
    expect((await browser.visit(url)).status).toBe(400);
    await refused(before, url);
  });

  it('is 400 with a cookie that was tampered with, or sealed by another server', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    const [name = ''] = Object.keys(browser.jar(PUBLIC_URL));
    const sealed = browser.jar(PUBLIC_URL)[name] ?? '';
    const middle = sealed.length - 40;
    const other = sealed[middle] === 'A' ? 'B' : 'A';
    for (const value of [
      sealed.slice(0, middle) + other + sealed.slice(middle + 1),
      'x',
      'a.b.c.d.e',
      `${sealed}.x`,
    ]) {
      const forged = await fetch(`${t.url}/auth/callback?${new URL(url).searchParams}`, {
        redirect: 'manual',
        headers: { cookie: `${name}=${value}` },
      });
      expect(forged.status).toBe(400);
      expect(forged.headers.getSetCookie()).toEqual([expect.stringContaining(`${name}=; `)]);
    }
  });

  it('is 400 with the cookie twice', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    const cookie = browser.cookieHeader(new URL(url));
    const twice = await fetch(`${t.url}/auth/callback?${new URL(url).searchParams}`, {
      redirect: 'manual',
      headers: { cookie: `${cookie}; ${cookie}` },
    });
    expect(twice.status).toBe(400);
  });

  it('is 400 as a response of another provider', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    await refused(
      browser,
      changed(url, (parameters) => parameters.set('iss', 'https://evil.example')),
    );
  });

  it('does not reflect its parameters', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    const page = await refused(
      browser,
      changed(url, (parameters) => {
        parameters.set('error', '<script>');
        parameters.set('error_description', '<img src=x onerror=alert(1)>');
      }),
      403,
    );
    expect(page.text).not.toMatch(/<script|<img/);
  });

  it.each([
    ['server_error', 503],
    ['temporarily_unavailable', 503],
    ['login_required', 403],
  ])('with the error %s is %i', async (error, status) => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    await refused(
      browser,
      changed(url, (parameters) => {
        parameters.delete('code');
        parameters.set('error', error);
      }),
      status,
    );
  });
});

it('refusals are recorded up to forty times a minute per network; the next event has the number of others', async () => {
  const browser = browserOf(t);
  const before = (await events(t)).length;
  for (let count = 0; count < 45; count += 1) await browser.visit(`${PUBLIC_URL}/auth/callback`);
  expect((await events(t)).length - before).toBe(40);
  await browserOf(t).visit(`${PUBLIC_URL}/auth/callback`);
  expect(await lastRefusal(t)).toMatchObject({ details: { reason: 'no_pending_sign_in', not_recorded: 5 } });
});
