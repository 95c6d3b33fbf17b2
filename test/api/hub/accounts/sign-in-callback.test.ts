import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OpenIdClient } from '../../../../src/hub/accounts/sign-in/openid-client.js';
import { SignInClaimsRepository } from '../../../../src/hub/accounts/sign-in/sign-in-claims.repository.js';
import type { Browser, Visit } from '../../../support/browser.js';
import { ForeignProvider } from '../../../support/foreign-provider.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  callbackUrl,
  events,
  hasSession,
  lastRefusal,
  LOGIN,
  ORIGIN,
  PUBLIC_URL,
  SESSION,
} from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

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

/** Completes a sign-in only when this many requests have asked whether they may. Returns what ends that. */
function holdCompletion(requests: number): () => void {
  const claims = t.app.get(SignInClaimsRepository, { strict: false });
  const provider = t.app.get(OpenIdClient, { strict: false });
  const [claim, userOf] = [claims.claim.bind(claims), provider.userOf.bind(provider)];
  const asked = Promise.withResolvers<undefined>();
  let count = 0;
  const held = [
    jest.spyOn(claims, 'claim').mockImplementation(async (state) => {
      const result = await claim(state);
      count += 1;
      if (count === requests) asked.resolve(undefined);
      return result;
    }),
    jest.spyOn(provider, 'userOf').mockImplementation(async (...answer) => {
      await asked.promise;
      return userOf(...answer);
    }),
  ];
  return () => {
    for (const spy of held) spy.mockRestore();
  };
}

const signOut = (browser: Browser): void => {
  browser.cookies.get(new URL(PUBLIC_URL).host)?.delete(`${SESSION} /`);
};

describe('a callback of a sign-in that is over', () => {
  const TARGET = '/hub/orgs?tab=1';
  const login = `${LOGIN}?return_to=${encodeURIComponent(TARGET)}`;
  const go = async (browser: Browser, url: string): Promise<unknown> => {
    const { status, headers, text } = await browser.visit(url);
    return status === 302 ? headers.get('location') : { status, text };
  };

  it('goes on to where it wanted to go in a browser with a session, and changes and records nothing', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser, login);
    expect(await go(browser, url)).toBe(ORIGIN + TARGET);
    const before = await events(t);
    const session = browser.jar(PUBLIC_URL)[SESSION];
    for (let count = 0; count < 3; count += 1) expect(await go(browser, url)).toBe(ORIGIN + TARGET);
    expect(browser.jar(PUBLIC_URL)[SESSION]).toBe(session);
    expect(await events(t)).toEqual(before);
  });

  it('of another browser or without a state goes on to the start page in a browser with a session', async () => {
    const browser = browserOf(t);
    expect(await go(browser, await callbackUrl(browser))).toBe(`${PUBLIC_URL}/`);
    const session = browser.jar(PUBLIC_URL)[SESSION];
    const foreign = await callbackUrl(browserOf(t));
    for (const url of [foreign, `${PUBLIC_URL}/auth/callback`, `${PUBLIC_URL}/auth/callback?state=x`]) {
      expect(await go(browser, url)).toBe(`${PUBLIC_URL}/`);
    }
    expect(browser.jar(PUBLIC_URL)[SESSION]).toBe(session);
  });

  it('leads back to where it wanted to go by a link, after the sign-out', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser, login);
    await browser.visit(url);
    await browser.open(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN } });
    const page = await browser.visit(url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('or is over; sign in again.');
    expect(page.text).toContain(`href="${PUBLIC_URL}/auth/login?return_to=%2Fhub%2Forgs%3Ftab%3D1"`);
  });

  it('is the same after an expired session', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser, login);
    await browser.visit(url);
    await t.rows(`UPDATE hub_session SET created_at = now() - interval '7 days'`);
    expect((await browser.visit(url)).text).toContain('return_to=%2Fhub%2Forgs');
  });

  it('signs in once for a double click, with one session', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser, login);
    const before = (await events(t)).length;
    const second = browser.copy();
    const release = holdCompletion(2);
    expect(await Promise.all([go(browser, url), go(second, url)])).toEqual([
      ORIGIN + TARGET,
      ORIGIN + TARGET,
    ]);
    release();
    expect(second.jar(PUBLIC_URL)[SESSION]).toBe(browser.jar(PUBLIC_URL)[SESSION]);
    const added = (await events(t)).slice(before);
    expect(added.filter(({ action }) => action === 'session.created')).toHaveLength(1);
  });
});

it('six sign-ins, in six tabs of a browser, are completed in any order', async () => {
  const browser = browserOf(t);
  const urls: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) {
    urls.push(await callbackUrl(browser, `${LOGIN}?return_to=/hub/tab-${tab}-${'x'.repeat(200)}`));
  }
  for (const [tab, url] of [...urls.entries()].reverse()) {
    const { status, headers } = await browser.visit(url);
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining(`/hub/tab-${tab}-`)]);
  }
});

it('a sign-in that was started on a server of the version before is completed', async () => {
  const browser = browserOf(t);
  const url = await callbackUrl(browser);
  const jar = browser.cookies.get(new URL(PUBLIC_URL).host);
  for (const [key, cookie] of [...(jar ?? [])]) {
    const name = cookie.name.replace('mcp-hub.hub-', '');
    jar?.delete(key);
    jar?.set(`${name} /`, { ...cookie, name });
  }
  expect((await browser.visit(url)).status).toBe(302);
  expect(hasSession(browser)).toBe(true);
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

  it('is 400 the second time in a browser without a session, also with the cookie put back', async () => {
    const browser = browserOf(t);
    const url = await callbackUrl(browser);
    const before = browser.copy();
    expect((await browser.visit(url)).status).toBe(302);
    await refused(before, url);
    signOut(browser);
    await refused(browser, url);
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
