import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import { PasswordHasher } from '../../../src/auth/local-users/password-hasher.js';
import type { ApiResponse } from '../../support/api-client.js';
import { ISSUER_SECRET, PASSWORD } from '../../support/credentials.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp } from '../../support/test-app.js';
import { expectRefused } from '../../support/refusals.js';

const ALL_SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'evidence:read',
  'token:create',
  'token:list',
  'token:delete',
];

const t = await useTestApp();
beforeAll(async () => {
  await t.actors.user('alice');
  await t.actors.user('dora');
  await t.app.get(LocalUsersService).setDisabled('dora', true);
});

const login = (username: unknown, password: unknown): Promise<ApiResponse> =>
  t.actors.anonymous.post('/v1/auth/login', { username, password });

describe('POST /v1/auth/login refuses', () => {
  const badValues: [string, unknown][] = [
    ['a missing', undefined],
    ['null as', null],
    ['a number as', 7],
    ['true as', true],
    ['an array as', ['alice']],
    ['an object as', { $ne: '' }],
    ['an empty', ''],
    ['U+0000 in', 'al\u0000ice'],
  ];

  it.each([...badValues, ['too long a', 'a'.repeat(257)] as [string, unknown]])(
    'with 400 %s username',
    async (_what, value) => {
      expectRefused(await login(value, PASSWORD), 400, 'username');
    },
  );

  it('with requirement and rule for a missing field, with the rule only for an invalid one', async () => {
    const { body } = await login(undefined, '');
    expect(body.error.message).toMatch(/^username is required: must be a string of 1 to 256 characters/);
    expect(body.error.details).toMatchObject({
      field: 'username',
      rule: expect.stringMatching(/^is required: must be a string/),
      faults: [
        { field: 'username' },
        { field: 'password', rule: expect.stringMatching(/^must be a string/) },
      ],
    });
  });

  it.each([...badValues, ['too long a', 'a'.repeat(1025)] as [string, unknown]])(
    'with 400 %s password',
    async (_what, value) => {
      expectRefused(await login('alice', value), 400, 'password');
    },
  );

  it.each([
    ['an array', '[]'],
    ['a string', '"alice"'],
    ['null', 'null'],
    ['broken JSON', '{"username":"alice"'],
  ])('with 400 %s as body', async (_what, body) => {
    const headers = { 'content-type': 'application/json' };
    expectRefused(await t.actors.anonymous.send('POST', '/v1/auth/login', { body, headers }), 400, 'body');
  });

  it('with 400 no body at all', async () => {
    expectRefused(await t.actors.anonymous.post('/v1/auth/login'), 400, 'username');
  });

  it('with 413 a very long password', async () => {
    const { status, body } = await login('alice', 'x'.repeat(300 * 1024));
    expect({ status, code: body.error.code }).toEqual({ status: 413, code: 'payload_too_large' });
  });

  it('with 415 a form', async () => {
    const { status, body } = await t.actors.anonymous.send('POST', '/v1/auth/login', {
      body: String(new URLSearchParams({ username: 'alice', password: PASSWORD })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect({ status, code: body.error.code }).toEqual({ status: 415, code: 'unsupported_media_type' });
  });

  const wrong: [string, string, string][] = [
    ['an unknown user', 'nobody', PASSWORD],
    ['a wrong password', 'alice', 'incorrect horse battery'],
    ['a wrong password of the longest length', 'alice', 'x'.repeat(1024)],
    ['a password of too many bytes', 'alice', 'é'.repeat(1024)],
    ['a password with a blank after it', 'alice', `${PASSWORD} `],
    ['a disabled user', 'dora', PASSWORD],
    ['a name that no user can have', '../etc/passwd', PASSWORD],
    ['SQL as a name', `' OR 1=1 --`, PASSWORD],
  ];

  it.each(wrong)('with 401 %s, with the same message', async (_what, username, password) => {
    const refused = await login(username, password);
    expect(refused.status).toBe(401);
    expect(refused.body.error.code).toBe('unauthorized');
    expect(refused.text).toBe((await login('somebody-else', 'some other password')).text);
    expect(refused.text).not.toContain(username);
  });

  it.each(wrong)('with the cost of one password check %s', async (_what, username, password) => {
    // The hash dominates the time of a login: skipping it would reveal by timing that a user does not exist.
    const check = jest.spyOn(t.app.get(PasswordHasher), 'verify');
    try {
      await login(username, password);
      expect(check).toHaveBeenCalledTimes(1);
    } finally {
      check.mockRestore();
    }
  });
});

describe('POST /v1/auth/login answers', () => {
  it('200 with access_token, token_type Bearer and expires_in in whole seconds', async () => {
    const { status, body, headers } = await login('alice', PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
    expect(Number.isInteger(body.expires_in)).toBe(true);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a JWT signed with HS256 and the issuer secret, with issuer and audience of the configuration', async () => {
    const { body } = await login('alice', PASSWORD);
    const jwt = body.access_token as string;
    expect(decodeProtectedHeader(jwt).alg).toBe('HS256');
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(ISSUER_SECRET), {
      issuer: 'registry-oss',
      audience: 'registry',
    });
    expect(payload.aud).toBe('registry');
    expect(payload.sub).toBe('alice');
  });

  it('a JWT that expires in expires_in seconds', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await login('alice', PASSWORD);
    const after = Math.floor(Date.now() / 1000);
    const { exp = 0, iat = 0, nbf = iat } = decodeJwt(body.access_token as string);
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(iat).toBeLessThanOrEqual(after);
    expect(nbf).toBeLessThanOrEqual(iat);
    expect(exp - iat).toBe(body.expires_in);
  });

  it('all nine scopes and only the catalog for a user without memberships', async () => {
    const { body } = await login('alice', PASSWORD);
    const { scopes, resources, orgs } = decodeJwt(body.access_token as string);
    expect(new Set(scopes as string[])).toEqual(new Set(ALL_SCOPES));
    expect({ resources, orgs }).toEqual({ resources: ['catalog'], orgs: [] });
  });

  it('`org/<org>/` and the organization for each membership', async () => {
    await t.actors.member('login-a', 'admin', 'bob');
    const admin = await t.actors.admin();
    await t.actors.member('login-b', 'admin');
    const added = await admin.post('/v1/org/login-b/members', { username: 'bob', role: 'member' });
    expect(added.status).toBe(201);
    const { body } = await login('bob', PASSWORD);
    const { resources, orgs } = decodeJwt(body.access_token as string);
    expect(new Set(resources as string[])).toEqual(new Set(['catalog', 'org/login-a/', 'org/login-b/']));
    expect(new Set(orgs as string[])).toEqual(new Set(['login-a', 'login-b']));
  });

  it('`catalog` and `org/` for an administrator of the registry', async () => {
    await t.actors.admin();
    const { body } = await login('root', PASSWORD);
    const { resources, orgs } = decodeJwt(body.access_token as string);
    expect({ resources, orgs }).toEqual({ resources: ['catalog', 'org/'], orgs: [] });
  });

  it('neither the password nor its hash anywhere in the JWT', async () => {
    const { body } = await login('alice', PASSWORD);
    const claims = JSON.stringify(decodeJwt(body.access_token as string));
    expect(claims).not.toContain(PASSWORD);
    expect(claims).not.toContain('argon2');
  });
});

describe('auth.oss.* settings', () => {
  it('set issuer, audience and lifetime of the JWT', async () => {
    const other = await startTestApp({
      AUTH_OSS_ISSUER: 'https://registry.example/',
      AUTH_OSS_AUDIENCE: 'packages',
      AUTH_OSS_TOKEN_TTL: '120',
    });
    try {
      const actor = await other.actors.user('alice');
      const { body } = await actor.post('/v1/auth/login', { username: 'alice', password: PASSWORD });
      const { iss, aud, iat = 0, exp = 0 } = decodeJwt(body.access_token as string);
      expect({ iss, aud }).toEqual({ iss: 'https://registry.example/', aud: 'packages' });
      expect({ expires_in: body.expires_in, lifetime: exp - iat }).toEqual({
        expires_in: 120,
        lifetime: 120,
      });
      // A JWT with the default issuer and audience is a foreign one here.
      const { status } = await (
        await other.actors.bearer({ scopes: ['mcp:catalog:read'], resources: ['catalog'] })
      ).get('/v1/catalog');
      expect(status).toBe(401);
      expect((await actor.get('/v1/catalog')).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
