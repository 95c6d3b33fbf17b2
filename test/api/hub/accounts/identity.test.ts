import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import { ed25519Key, rsaKey } from '../../../support/fake-idp.js';
import { useHub } from '../../../support/suite.js';
import { startTestApp } from '../../../support/test-app.js';
import { exchange } from '../../../support/wire.js';

const { idp, t, actors } = await useHub({ PLATFORM_ADMIN_EMAILS: 'Root@example.com,kelvin@example.com' });

const me = (authorization: string): Promise<ApiResponse> =>
  t.actors.anonymous.as(authorization).get('/api/v1/me');
const withClaims = async (claims: Readonly<Record<string, unknown>>): Promise<ApiResponse> =>
  me(`Bearer ${await idp.jwt(claims)}`);
const now = (): number => Math.floor(Date.now() / 1000);

const UNAUTHORIZED = { error: 'unauthorized', message: 'invalid token', code: 'UNAUTHORIZED' };

describe('user JWTs: 401 in the hub’s error format for', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['another issuer', { iss: 'https://elsewhere.test/' }],
    ['the issuer without its slash', { iss: 'http://127.0.0.1' }],
    ['another audience', { aud: 'registry' }],
    ['a list of other audiences', { aud: ['a', 'b'] }],
    ['no audience', { aud: undefined }],
    ['exp a second ago', { exp: now() - 1 }],
    ['nbf two minutes ahead', { nbf: now() + 120 }],
    ['iat two minutes ahead', { iat: now() + 120 }],
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(now() + 600) }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject with NUL', { sub: 'a\u0000b' }],
    ['a subject with a lone surrogate', { sub: 'a\ud800b' }],
    ['a subject that is a number', { sub: 7 }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
  ])('%s', async (_what, claims) => {
    const { status, body } = await withClaims({ sub: 'auth0|refused', ...claims });
    expect(status).toBe(401);
    expect(body).toEqual({ ...UNAUTHORIZED, message: expect.stringMatching(/^invalid token(: |$)/) });
  });

  it('a foreign key under an id of the provider', async () => {
    const { status } = await me(`Bearer ${await idp.jwt({}, { ...rsaKey('hub-1') })}`);
    expect(status).toBe(401);
  });

  it('a key of the provider’s type that it does not publish', async () => {
    expect((await me(`Bearer ${await idp.jwt({}, ed25519Key('other'))}`)).status).toBe(401);
  });

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Basic YTpi',
    'Token mcp_a:sk_b',
    'Bearer mcp_tk_nonsense',
    'Bearer mcp_svc_',
    'x',
  ])('the header "%s"', async (header) => {
    expect((await me(header)).status).toBe(401);
  });

  it('no header', async () => {
    expect((await t.actors.anonymous.get('/api/v1/me')).body).toEqual({
      ...UNAUTHORIZED,
      message: expect.stringMatching(
        /^sign in first: send a token of http:\/\/127\.0\.0\.1:\d+\/ as Bearer$/,
      ),
    });
  });

  it.each([
    ['good', 'good'],
    ['good', 'bad'],
    ['bad', 'good'],
  ])('two Authorization headers, a %s one and a %s one', async (...kinds) => {
    const good = `Bearer ${await idp.jwt({ sub: 'auth0|twice' })}`;
    const headers = kinds.map((kind) => (kind === 'good' ? good : 'Bearer x'));
    const path = ['GET', '/api/v1/me'] as const;
    const { status, body } = await exchange(t, t.actors.anonymous, path, { Authorization: headers });
    expect({ status, body }).toEqual({
      status: 401,
      body: { ...UNAUTHORIZED, message: 'invalid token: send one Authorization header' },
    });
    expect((await exchange(t, t.actors.anonymous, path, { Authorization: good })).status).toBe(200);
  });

  it('an expired JWT, with that reason', async () => {
    const { body } = await withClaims({ exp: now() - 1 });
    expect(body.message).toMatch(/^invalid token: it has expired; send a token of http:/);
  });

  it('a JWT of the registry', async () => {
    const { credentials } = await t.actors.admin();
    expect((await me(credentials['authorization'] ?? '')).status).toBe(401);
  });

  it('creates no user', async () => {
    expect(await t.rows('SELECT id FROM hub_user WHERE subject = $1', ['auth0|refused'])).toEqual([]);
  });
});

it.each(['nbf', 'iat'])('a JWT may have %s less than a minute in the future', async (claim) => {
  expect((await withClaims({ sub: 'auth0|ahead', [claim]: now() + 50 })).status).toBe(200);
});

describe('a user on their first request', () => {
  it('is created from sub, email and name, once for concurrent requests', async () => {
    const claims = { sub: 'auth0|first', email: 'Alice@Example.com', email_verified: true, name: 'Alice' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => withClaims(claims)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      id: expect.any(String),
      email: 'Alice@Example.com',
      email_verified: true,
      name: 'Alice',
      plan: 'FREE',
      role: 'USER',
      orgs: [],
    });
    const events = await t.rows(`SELECT action FROM audit_event WHERE resource_id = $1`, [
      answers[0]?.body.id,
    ]);
    expect(events).toEqual([{ action: 'user.created' }]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a verified address of PLATFORM_ADMIN_EMAILS, in any case', { email_verified: true }, 'PLATFORM_ADMIN'],
    ['an address that is not verified', { email_verified: false }, 'USER'],
    ['an address whose verification is text', { email_verified: 'true' }, 'USER'],
    ['an address of which nothing is said', {}, 'USER'],
  ])('with %s is %s', async (what, claims, role) => {
    const { body } = await withClaims({ sub: `auth0|${what}`, email: 'ROOT@example.com', ...claims });
    expect(body.role).toBe(role);
  });

  it('is not an administrator by a letter that only lower-cases to ASCII', async () => {
    // U+212A KELVIN SIGN, which lower-cases to k.
    const email = 'kelvin@example.com'.replace('k', '\u212a');
    const { body } = await withClaims({ sub: 'auth0|kelvin', email, email_verified: true });
    expect(body).toMatchObject({ email, role: 'USER' });
  });

  it('is an administrator as soon as the provider has verified the address', async () => {
    const claims = { sub: 'auth0|later', email: 'root@example.com' };
    const first = await withClaims(claims);
    expect(first.body.role).toBe('USER');
    const then = await withClaims({ ...claims, email_verified: true });
    expect(then.body).toMatchObject({ id: first.body.id as string, role: 'PLATFORM_ADMIN' });
    const back = await withClaims({ ...claims, email_verified: false });
    expect(back.body.role).toBe('PLATFORM_ADMIN');
  });

  it('gets no role from the token', async () => {
    const { body } = await withClaims({
      sub: 'auth0|claims',
      role: 'PLATFORM_ADMIN',
      plan: 'ENTERPRISE',
      scopes: ['admin:publish'],
    });
    expect(body).toMatchObject({ role: 'USER', plan: 'FREE' });
  });

  it('may have neither address nor name', async () => {
    const { status, body } = await withClaims({ sub: 'auth0|nameless', email: 7, name: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: '', name: '' });
  });
});

describe('a user who is suspended, or deleted', () => {
  it.each(['SUSPENDED', 'DELETED'])('%s: is 401 from the next request on', async (status) => {
    const user = await actors.user();
    expect((await user.get('/api/v1/me')).status).toBe(200);
    await t.rows('UPDATE hub_user SET status = $2 WHERE id = $1', [user.id, status]);
    expect((await user.get('/api/v1/me')).body).toEqual(UNAUTHORIZED);
  });
});

describe('a hub in read-only mode', () => {
  it('writes nothing, not even a new user', async () => {
    const readOnly = await startTestApp({ ...idp.settings, READ_ONLY: 'true' });
    try {
      const { status, headers } = await readOnly.actors.anonymous
        .as(`Bearer ${await idp.jwt({ sub: 'auth0|late' })}`)
        .get('/api/v1/me');
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('60');
      expect(await readOnly.rows('SELECT id FROM hub_user')).toEqual([]);
    } finally {
      await readOnly.close();
    }
  });
});

describe('a hub without an identity provider', () => {
  it('accepts no user', async () => {
    const alone = await startTestApp();
    try {
      const jwt = await idp.jwt();
      expect((await alone.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me')).status).toBe(401);
    } finally {
      await alone.close();
    }
  });
});

describe('an unreachable identity provider', () => {
  it('is 503, not 401: the token may be valid', async () => {
    const away = await startTestApp({ ...idp.settings, IDP_DOMAIN: 'http://127.0.0.1:1/' });
    try {
      const jwt = await idp.jwt({ iss: 'http://127.0.0.1:1/' });
      const { status, body, headers } = await away.actors.anonymous.as(`Bearer ${jwt}`).get('/api/v1/me');
      expect(status).toBe(503);
      expect(body.code).toBe('UNAVAILABLE');
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('x-ratelimit-limit')).not.toBeNull();
    } finally {
      await away.close();
    }
  });
});
