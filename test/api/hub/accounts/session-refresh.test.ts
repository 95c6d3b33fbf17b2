import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RefreshTokenSeal } from '../../../../src/hub/accounts/sessions/refresh-token-seal.js';
import { SessionsRepository } from '../../../../src/hub/accounts/sessions/sessions.repository.js';
import type { Browser } from '../../../support/browser.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  events,
  LOGIN,
  ME,
  ORIGIN,
  PUBLIC_URL,
  SESSION,
  signIn,
  startSignIn,
} from '../../../support/hub-browser.js';
import { LogLines } from '../../../support/log-lines.js';
import { ScriptedIdp } from '../../../support/scripted-idp.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let idp: ScriptedIdp;
let t: TestApp;
beforeAll(async () => {
  idp = await ScriptedIdp.start();
  t = await startTestApp({ ...BROWSER_SETTINGS, ...idp.settings });
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

interface SignedIn {
  readonly browser: Browser;
  readonly id: string;
  readonly token: string;
}

/** A new user with a session and a refresh token. */
async function signedIn(): Promise<SignedIn> {
  const token = `refresh-${randomUUID()}`;
  idp.refreshToken = token;
  idp.token = { claims: { sub: `scripted|${randomUUID()}` } };
  const browser = browserOf(t);
  const { id } = JSON.parse((await startSignIn(browser)).text) as { id: string };
  return { browser, id, token };
}

const statusOf = async ({ browser }: Pick<SignedIn, 'browser'>): Promise<number> =>
  (await browser.visit(ME)).status;
/** Lets an hour pass for the sessions of a user. */
const anHourLater = ({ id }: Pick<SignedIn, 'id'>, app = t): Promise<unknown> =>
  app.rows(`UPDATE hub_session SET refresh_at = now() WHERE user_id = $1`, [id]);
const sessionsOf = ({ id }: Pick<SignedIn, 'id'>, app = t): Promise<unknown[]> =>
  app.rows(`SELECT user_id FROM hub_session WHERE user_id = $1`, [id]);

let user: SignedIn;
beforeEach(async () => {
  idp.refresh = () => [200, {}];
  user = await signedIn();
  idp.refreshed.length = 0;
  idp.revoked.length = 0;
});

const REFUSED = [400, { error: 'invalid_grant' }] as const;

describe('a session whose provider gave a refresh token', () => {
  it('asks the provider once an hour, once for concurrent requests', async () => {
    expect(await statusOf(user)).toBe(200);
    expect(idp.refreshed).toEqual([]);
    await anHourLater(user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => statusOf(user)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(idp.refreshed).toEqual([user.token]);
    await statusOf(user);
    expect(idp.refreshed).toHaveLength(1);
    const [row] = await t.rows<{ within: boolean }>(
      `SELECT refresh_at BETWEEN now() + interval '59 minutes' AND now() + interval '1 hour' AS within
         FROM hub_session WHERE user_id = $1`,
      [user.id],
    );
    expect(row).toEqual({ within: true });
  });

  it('is claimed by one of several servers', async () => {
    await anHourLater(user);
    const [row] = await t.rows<{ hash: Buffer }>(
      `SELECT id_hash AS hash FROM hub_session WHERE user_id = $1`,
      [user.id],
    );
    const sessions = t.app.get(SessionsRepository);
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => sessions.claimRefresh(row?.hash ?? Buffer.of())),
    );
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it.each(['invalid_grant', 'access_denied', 'interaction_required'])(
    'ends at once when the provider refuses with %s, and that is recorded',
    async (error) => {
      idp.refresh = () => [400, { error }];
      const copy = user.browser.copy();
      await anHourLater(user);
      expect(await statusOf(user)).toBe(401);
      expect(await statusOf({ browser: copy })).toBe(401);
      expect(await sessionsOf(user)).toEqual([]);
      expect((await events(t)).at(-1)).toEqual({
        action: 'session.ended',
        actor_id: user.id,
        details: { reason: 'refused_by_provider' },
      });
      expect(idp.refreshed).toHaveLength(1);
    },
  );

  it('ends when the provider answers for somebody else', async () => {
    idp.token = { claims: { sub: 'scripted|other', nonce: undefined } };
    idp.refresh = async () => [200, { id_token: await idp.idToken() }];
    await anHourLater(user);
    expect(await statusOf(user)).toBe(401);
  });

  it.each<[string, () => readonly [number, object]]>([
    ['an outage', () => [500, {}]],
    ['a busy provider', () => [429, { error: 'slow_down' }]],
    ['an unknown client', () => [401, { error: 'invalid_client' }]],
    ['a client without that right', () => [400, { error: 'unauthorized_client' }]],
    ['a response that is none', () => [200, { access_token: 7 }]],
  ])('outlives %s, and asks again an hour later', async (_what, answer) => {
    idp.refresh = answer;
    await anHourLater(user);
    expect([await statusOf(user), await statusOf(user)]).toEqual([200, 200]);
    expect(idp.refreshed).toHaveLength(1);
    idp.refresh = () => REFUSED;
    await anHourLater(user);
    expect(await statusOf(user)).toBe(401);
  });

  it('stays refused while its end cannot be written, on the server that asked, and others ask again', async () => {
    idp.refresh = () => REFUSED;
    await anHourLater(user);
    await t.rows(`CREATE FUNCTION no_end() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'cannot execute DELETE in a read-only transaction' USING ERRCODE = '25006'; END $$`);
    await t.rows(`CREATE TRIGGER no_end BEFORE DELETE ON hub_session FOR EACH ROW EXECUTE FUNCTION no_end()`);
    try {
      expect([await statusOf(user), await statusOf(user), await statusOf(user)]).toEqual([401, 401, 401]);
      expect(await sessionsOf(user)).toHaveLength(1);
      const [row] = await t.rows(`SELECT refresh_at <= now() AS due FROM hub_session WHERE user_id = $1`, [
        user.id,
      ]);
      expect(row).toEqual({ due: true });
    } finally {
      await t.rows(`DROP FUNCTION no_end CASCADE`);
    }
    idp.refresh = () => [200, {}];
    expect(await statusOf(user)).toBe(401);
    expect(await sessionsOf(user)).toEqual([]);
    expect(idp.refreshed).toEqual([user.token]);
    expect((await events(t)).at(-1)).toMatchObject({
      action: 'session.ended',
      details: { reason: 'refused_by_provider' },
    });
  });

  it('is asked about again soon, if the server that asks ends meanwhile', async () => {
    await anHourLater(user);
    const [row] = await t.rows<{ hash: Buffer }>(
      `SELECT id_hash AS hash FROM hub_session WHERE user_id = $1`,
      [user.id],
    );
    await t.app.get(SessionsRepository).claimRefresh(row?.hash ?? Buffer.of());
    await t.rows(`UPDATE hub_session SET refresh_at = refresh_at - interval '1 minute' WHERE user_id = $1`, [
      user.id,
    ]);
    idp.refresh = () => REFUSED;
    expect(await statusOf(user)).toBe(401);
  });

  it('uses the refresh token that replaced the one before', async () => {
    idp.refresh = () => [200, { refresh_token: 'the-next-one' }];
    await anHourLater(user);
    await statusOf(user);
    await anHourLater(user);
    await statusOf(user);
    expect(idp.refreshed).toEqual([user.token, 'the-next-one']);
  });

  it('does not wait for a slow provider, whose late refusal ends it', async () => {
    const answered = Promise.withResolvers<typeof REFUSED>();
    idp.refresh = () => answered.promise;
    await anHourLater(user);
    expect(await statusOf(user)).toBe(200);
    expect(idp.refreshed).toHaveLength(1);
    answered.resolve(REFUSED);
    while ((await sessionsOf(user)).length > 0) await wait(20);
    expect(await statusOf(user)).toBe(401);
  });

  it('ends when its token was sealed with another secret', async () => {
    const sealed = new RefreshTokenSeal('another secret').seal(
      'x',
      user.browser.jar(PUBLIC_URL)[SESSION] ?? '',
    );
    await t.rows(`UPDATE hub_session SET refresh_sealed = $2, refresh_at = now() WHERE user_id = $1`, [
      user.id,
      sealed,
    ]);
    expect(await statusOf(user)).toBe(401);
    expect(idp.refreshed).toEqual([]);
    expect((await events(t)).at(-1)).toMatchObject({ details: { reason: 'unreadable_refresh_token' } });
  });

  it('stores it encrypted, and revokes it at the sign-out', async () => {
    const [row] = await t.rows<{ sealed: Buffer }>(
      `SELECT refresh_sealed AS sealed FROM hub_session WHERE user_id = $1`,
      [user.id],
    );
    expect(row?.sealed.includes(user.token)).toBe(false);
    await user.browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN } });
    while (idp.revoked.length === 0) await sessionsOf(user);
    expect(idp.revoked).toEqual([user.token]);
    expect(await sessionsOf(user)).toEqual([]);
  });
});

describe('the refresh token of a session that ends', () => {
  const revoked = async (): Promise<string[]> => {
    while (idp.revoked.length === 0) await wait(20);
    return idp.revoked;
  };

  it('is revoked when another sign-in of the browser replaces the session', async () => {
    idp.refreshToken = 'of-the-new-session';
    expect((await startSignIn(user.browser)).status).toBe(200);
    expect(await revoked()).toEqual([user.token]);
    expect(await statusOf(user)).toBe(200);
  });

  it('is not revoked by a sign-in that fails', async () => {
    idp.token = { claims: { ...idp.token.claims, nonce: 'another' } };
    expect((await startSignIn(user.browser)).status).toBe(400);
    expect(await statusOf(user)).toBe(200);
    expect(idp.revoked).toEqual([]);
  });

  it.each([
    ['seen_at', '12 hours'],
    ['created_at', '7 days'],
  ])('is revoked when the browser comes back after it has expired (%s)', async (column, age) => {
    await t.rows(
      `UPDATE hub_session SET ${column} = now() - $2::interval, refresh_at = now() WHERE user_id = $1`,
      [user.id, age],
    );
    expect(await statusOf(user)).toBe(401);
    expect(await revoked()).toEqual([user.token]);
    expect(await sessionsOf(user)).toEqual([]);
    expect(idp.refreshed).toEqual([]);
  });

  it('does not delay the sign-out of a provider that hangs and fails, and is not in the log', async () => {
    const log = new LogLines();
    const own = await startTestApp({ ...BROWSER_SETTINGS, ...idp.settings }, undefined, log.logger);
    const held = Promise.withResolvers<number>();
    idp.revocation = held.promise;
    try {
      const browser = browserOf(own);
      await startSignIn(browser);
      const headers = { origin: ORIGIN };
      const { status } = await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers });
      expect(status).toBe(303);
      expect(await revoked()).toEqual([user.token]);
      held.resolve(500);
      while (!log.all.some(({ msg }) => msg === 'a refresh token was not revoked')) await wait(20);
      expect(JSON.stringify(log.all)).not.toContain(user.token);
    } finally {
      idp.revocation = 200;
      await own.close();
    }
  });

  it('is not revoked at a provider without an endpoint for that', async () => {
    idp.metadata = { revocation_endpoint: undefined };
    const own = await startTestApp({ ...BROWSER_SETTINGS, ...idp.settings });
    try {
      const browser = browserOf(own);
      await startSignIn(browser);
      const headers = { origin: ORIGIN };
      await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers });
      expect((await browser.visit(ME)).status).toBe(401);
    } finally {
      await own.close();
      idp.metadata = {};
    }
    expect(idp.revoked).toEqual([]);
  });
});

it('a session without a refresh token is valid as long as before, and asks nobody', async () => {
  idp.refreshToken = undefined;
  const browser = browserOf(t);
  idp.token = { claims: { sub: 'scripted|without' } };
  const { id } = JSON.parse((await startSignIn(browser)).text) as { id: string };
  idp.refresh = () => REFUSED;
  const [row] = await t.rows<object>(
    `SELECT refresh_at, refresh_sealed FROM hub_session WHERE user_id = $1`,
    [id],
  );
  expect(row).toEqual({ refresh_at: null, refresh_sealed: null });
  expect(await statusOf({ browser })).toBe(200);
  expect(idp.refreshed).toEqual([]);
});

it('a provider that knows its scopes is asked for no other', async () => {
  idp.metadata = { scopes_supported: ['openid', 'email', 'profile'] };
  const own = await startTestApp({ ...BROWSER_SETTINGS, ...idp.settings });
  try {
    const location = (await browserOf(own).visit(LOGIN)).headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('scope')).toBe('openid profile email');
  } finally {
    await own.close();
    idp.metadata = {};
  }
});

describe('a sealed refresh token', () => {
  const seal = new RefreshTokenSeal('a secret of the server');
  const id = randomBytes(32).toString('base64url');

  it('is opened for its session only, and with the same secret', () => {
    const sealed = seal.seal('token', id) ?? Buffer.of();
    expect(seal.open(sealed, id)).toBe('token');
    expect(seal.open(sealed, randomBytes(32).toString('base64url'))).toBeUndefined();
    expect(new RefreshTokenSeal('another').open(sealed, id)).toBeUndefined();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(seal.open(changed, id)).toBeUndefined();
    }
    expect(seal.open(Buffer.of(), id)).toBeUndefined();
  });

  it('is different each time, and not kept when it is too long', () => {
    expect(seal.seal('token', id)).not.toEqual(seal.seal('token', id));
    expect(seal.seal('x'.repeat(16 * 1024 + 1), id)).toBeUndefined();
  });
});

describe('with the built-in provider', () => {
  it('sessions are refreshed without a question to the user, and end with their local user', async () => {
    const own = await useBuiltIn();
    const browser = browserOf(own);
    const page = await signIn(browser, 'alice');
    expect(page.url).toBe(ME);
    const me = JSON.parse(page.text) as { id: string };
    const token = await own.rows(
      `SELECT kind FROM built_in_provider_state WHERE expires_at > now() + interval '1 day' ORDER BY kind`,
    );
    expect(token).toEqual([{ kind: 'Grant' }, { kind: 'RefreshToken' }]);
    await anHourLater(me, own);
    expect(await statusOf({ browser })).toBe(200);
    // The provider says so, also where nothing has ended the session.
    await own.rows(`UPDATE local_user SET disabled_at = now() WHERE username = 'alice'`);
    await anHourLater(me, own);
    expect(await statusOf({ browser })).toBe(401);
    expect(await sessionsOf(me, own)).toEqual([]);
    expect((await events(own)).at(-1)).toMatchObject({ details: { reason: 'refused_by_provider' } });
    await own.rows(`UPDATE local_user SET disabled_at = NULL WHERE username = 'alice'`);
    expect(await statusOf({ browser })).toBe(401);
  });

  it('a sign-out leaves no token behind', async () => {
    const own = await useBuiltIn();
    const browser = browserOf(own);
    await signIn(browser, 'alice');
    await browser.visit(`${PUBLIC_URL}/auth/logout`, { method: 'POST', headers: { origin: ORIGIN } });
    for (;;) {
      const rows = await own.rows(`SELECT kind FROM built_in_provider_state WHERE kind = 'RefreshToken'`);
      if (rows.length === 0) break;
    }
  });

  let started: TestApp | undefined;
  const useBuiltIn = async (): Promise<TestApp> => {
    if (started === undefined) {
      started = await startTestApp(BROWSER_SETTINGS);
      await started.actors.user('alice');
    }
    await started.rows('DELETE FROM built_in_provider_state');
    return started;
  };
  afterAll(() => started?.close());
});
