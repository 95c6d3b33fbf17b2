import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../support/api-client.js';
import { packagePath, publish, setStatus } from '../../support/builders.js';
import { ISSUER_SECRET } from '../../support/credentials.js';
import { FakeIdp, rsaKey } from '../../support/fake-idp.js';
import { claimsWith, craftJwt } from '../../support/forged-jwt.js';
import { expectRefused, expectSignInFirst, expectUnauthorized } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp } from '../../support/test-app.js';
import { exchange } from '../../support/wire.js';

const t = await useTestApp();

const resolvePath = (id: string, ref: string): string =>
  `${packagePath(id)}/resolve?ref=${encodeURIComponent(ref)}`;
const now = (): number => Math.floor(Date.now() / 1000);
const withClaims = (change: Record<string, unknown>): Promise<ApiResponse> =>
  t.actors.anonymous.as(`Bearer ${craftJwt({ claims: claimsWith(change) })}`).get('/v1/catalog');

describe('401 `invalid token` has the reason', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['expired', { exp: now() - 1 }, /^invalid token: it has expired; log in with POST \/v1\/auth\/login/],
    ['not_yet_valid', { nbf: now() + 600 }, /^invalid token: it is not valid yet/],
    ['wrong_issuer', { iss: 'registry-oss/' }, /^invalid token: another issuer has issued it/],
    ['wrong_audience', { aud: 'hub' }, /^invalid token: it is meant for another audience/],
    ['wrong_audience', { aud: ['registry'] }, /^invalid token: it is meant for another audience/],
  ])('%s, for a JWT with %j', async (reason, change, message) => {
    const answer = await withClaims(change);
    expectUnauthorized(answer, reason);
    expect(answer.body.message).toMatch(message);
    expect(answer.body.message).toBe(`invalid token: ${answer.body.error.details.hint as string}`);
  });

  it('none, for a JWT signed with another secret, whatever its claims', async () => {
    for (const change of [{}, { exp: 1 }, { iss: 'x' }, { aud: 'x' }]) {
      const jwt = craftJwt({ claims: claimsWith(change), secret: `another ${ISSUER_SECRET}` });
      const answer = await t.actors.anonymous.as(`Bearer ${jwt}`).get('/v1/catalog');
      expectUnauthorized(answer, 'invalid');
      expect(answer.body.message).toBe('invalid token');
    }
  });

  it('expired, for an API token with the right secret only', async () => {
    const admin = await t.actors.admin();
    const made = await admin.post('/v1/tokens', {
      description: '',
      scopes: ['mcp:resolve'],
      resources: ['org/'],
    });
    const { token_id: id, secret } = made.body as { token_id: string; secret: string };
    await t.rows(`UPDATE registry_api_token SET expires_at = now() WHERE token_id = $1`, [id]);
    expectUnauthorized(await t.actors.anonymous.as(`Token ${id}:${secret}`).get('/v1/catalog'), 'expired');
    const guess = `sk_${'a'.repeat(43)}`;
    expectUnauthorized(await t.actors.anonymous.as(`Token ${id}:${guess}`).get('/v1/catalog'), 'invalid');
  });
});

describe('without credentials', () => {
  it('401 explains how to sign in', async () => {
    const answer = await t.actors.anonymous.get('/v1/catalog');
    expectSignInFirst(answer);
    expect(answer.body.message).toBe('sign in first: log in with POST /v1/auth/login, or send an API token');
  });
});

describe('two Authorization headers: 401 (registry contract 18)', () => {
  const ask = async (headers: readonly string[]): Promise<unknown> => {
    const { status, body } = await exchange(t, t.actors.anonymous, ['GET', '/v1/tokens'], {
      Authorization: headers,
    });
    return { status, reason: body?.error?.details?.reason as unknown };
  };
  const bearer = (): string => `Bearer ${craftJwt({ claims: claimsWith({ scopes: ['token:list'] }) })}`;

  it.each<[string, () => string[]]>([
    ['the same twice', () => [bearer(), bearer()]],
    ['a good one first', () => [bearer(), 'Bearer x']],
    ['a good one last', () => ['Bearer x', bearer()]],
    ['an empty one last', () => [bearer(), '']],
    ['an empty one first', () => ['', bearer()]],
  ])('%s', async (_what, headers) => {
    expect(await ask(headers())).toEqual({ status: 401, reason: 'several_credentials' });
  });

  it('and one is accepted', async () => {
    expect(await ask([bearer()])).toMatchObject({ status: 200 });
  });
});

describe('404 names what is missing', () => {
  const message = ({ status, body }: ApiResponse): unknown => ({ status, message: body.message as string });

  it('the package, when it does not exist', async () => {
    const admin = await t.actors.admin();
    const missing = { status: 404, message: 'package not found' };
    for (const ref of ['1.0.0', 'latest', '^1.0.0', 'a'.repeat(40)]) {
      expect(message(await admin.get(resolvePath('named/nothing', ref)))).toEqual(missing);
    }
    expect(message(await admin.get(packagePath('named/nothing')))).toEqual(missing);
    expect(message(await setStatus(admin, 'named/nothing', '1.0.0', 'published'))).toEqual(missing);
  });

  it('the version, when the package exists', async () => {
    const admin = await t.actors.admin();
    await publish(admin, 'named/files', '1.0.0');
    const missing = { status: 404, message: 'version not found' };
    expect(message(await admin.get(resolvePath('named/files', '2.0.0')))).toEqual(missing);
    expect(message(await setStatus(admin, 'named/files', '2.0.0', 'published'))).toEqual(missing);
  });
});

describe('in enterprise mode', () => {
  it('explains where to get tokens: without one, with an expired one, and at the login', async () => {
    const key = rsaKey('one');
    const idp = await FakeIdp.start([key]);
    const other = await startTestApp(idp.settings);
    try {
      const { anonymous } = other.actors;
      const where = /get a token for the audience .+ from http/;
      const missing = await anonymous.get('/v1/catalog');
      expectSignInFirst(missing);
      expect(missing.body.message).toMatch(where);
      const expired = await anonymous
        .as(`Bearer ${await idp.jwt(key, { exp: now() - 1 })}`)
        .get('/v1/catalog');
      expectUnauthorized(expired, 'expired');
      expect(expired.body.message).toMatch(where);
      const login = await anonymous.post('/v1/auth/login', { username: 'a', password: 'b' });
      expectRefused(login, 501);
      expect(login.body.message).toMatch(where);
    } finally {
      await other.close();
      await idp.close();
    }
  });
});
