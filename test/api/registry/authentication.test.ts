import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import type { ApiResponse } from '../../support/api-client.js';
import { packagePath, publish } from '../../support/builders.js';
import { ISSUER_SECRET } from '../../support/credentials.js';
import { useTestApp } from '../../support/suite.js';
import { claimsWith, craftJwt } from '../../support/forged-jwt.js';
import { expectForbidden, expectSignInFirst, expectUnauthorized } from '../../support/refusals.js';

const MINUTES = 60;
const now = (): number => Math.floor(Date.now() / 1000);

/** A valid API token, and another one: `<token_id>:<secret>`. */
let token: string;
let otherToken: string;

const newToken = async (): Promise<string> => {
  const admin = await t.actors.admin();
  const { body } = await admin.post('/v1/tokens', {
    description: 'authentication',
    scopes: ['mcp:publish'],
    resources: ['org/'],
  });
  return `${body.token_id}:${body.secret}`;
};

const t = await useTestApp();
beforeAll(async () => {
  token = await newToken();
  otherToken = await newToken();
});

/** Publishes with an Authorization header, which would leave a trace. */
const attempt = (authorization: string, org: string): Promise<ApiResponse> =>
  publish(t.actors.anonymous.as(authorization), `${org}/files`, '1.0.0');

let attempts = 0;

async function expectRefusedWithoutTrace(authorization: string): Promise<void> {
  attempts += 1;
  const org = `refused-${attempts}`;
  expectUnauthorized(await attempt(authorization, org));
  expect(await t.rows(`SELECT slug FROM registry_organization WHERE slug = $1`, [org])).toEqual([]);
}

describe('Authorization header: 401 `invalid token` for', () => {
  const jwt = craftJwt();
  const halves = (text: string): [string, string] => text.split(':') as [string, string];

  it.each<[string, () => string]>([
    ['an empty header', () => ''],
    ['only a scheme', () => 'Bearer'],
    ['a JWT without a scheme', () => jwt],
    ['a colon after the scheme', () => `Bearer: ${jwt}`],
    ['something after the JWT', () => `Bearer ${jwt} x`],
    ['something before the scheme', () => `x Bearer ${jwt}`],
    ['two JWTs', () => `Bearer ${jwt}, Bearer ${jwt}`],
    ['two credentials', () => `Bearer ${jwt}, Token ${token}`],
    ['an unknown scheme', () => `JWT ${jwt}`],
    ['Digest', () => 'Digest username="root"'],
    ['Negotiate', () => 'Negotiate YII='],
    ['a JWT as API token', () => `Token ${jwt}`],
    ['an API token as JWT', () => `Bearer ${token}`],
    ['an API token as Basic', () => `Basic ${Buffer.from(token).toString('base64')}`],
    ['a token without a secret', () => `Token ${halves(token)[0]}`],
    ['a token with an empty secret', () => `Token ${halves(token)[0]}:`],
    ['a secret without a token', () => `Token :${halves(token)[1]}`],
    ['token and secret the wrong way round', () => `Token ${halves(token).reverse().join(':')}`],
    ['a blank between token and secret', () => `Token ${halves(token).join(' ')}`],
    ['the secret of another token', () => `Token ${halves(token)[0]}:${halves(otherToken)[1]}`],
    ['an unknown token', () => `Token mcp_${'a'.repeat(20)}:${halves(token)[1]}`],
    ['a longer secret', () => `Token ${token}A`],
    ['a shorter secret', () => `Token ${token.slice(0, -1)}`],
    [
      'a secret in another case',
      () => `Token ${halves(token)[0]}:sk_${halves(token)[1].slice(3).toUpperCase()}`,
    ],
    ['a wildcard as token', () => `Token %:${halves(token)[1]}`],
  ])('%s', async (_what, authorization) => {
    await expectRefusedWithoutTrace(authorization());
  });

  it('no header at all', async () => {
    expectSignInFirst(await publish(t.actors.anonymous, 'refused/files', '1.0.0'));
  });
});

describe('signature: 401 `invalid token` for', () => {
  const [header, payload, signature] = craftJwt().split('.') as [string, string, string];
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const foreign = 'another secret of more than 32 bytes';

  it.each([
    ['no signature', `${header}.${payload}`],
    ['an empty signature', `${header}.${payload}.`],
    ['a fourth part', `${header}.${payload}.${signature}.x`],
    ['claims other than the signed ones', `${header}.${encode(claimsWith({ sub: 'root' }))}.${signature}`],
    ['a part that is not base64url', `${header}.${payload}.!!!`],
    ['claims that are not JSON', craftJwt().replace(payload, Buffer.from('{').toString('base64url'))],
    ['another secret', craftJwt({ secret: foreign })],
    ['alg none without a signature', `${encode({ alg: 'none' })}.${payload}.`],
    ['alg None without a signature', `${encode({ alg: 'None' })}.${payload}.`],
    ['alg none with the signature of HS256', craftJwt({ header: { alg: 'none' } })],
    ['HS512 with the right secret', craftJwt({ header: { alg: 'HS512' }, hash: 'sha512' })],
    ['HS384 with the right secret', craftJwt({ header: { alg: 'HS384' }, hash: 'sha384' })],
    ['the label RS256 on an HS256 signature', craftJwt({ header: { alg: 'RS256' } })],
    ['the label EdDSA on an HS256 signature', craftJwt({ header: { alg: 'EdDSA' } })],
    ['no alg', craftJwt({ header: { typ: 'JWT' } })],
    ['alg in lower case', craftJwt({ header: { alg: 'hs256' } })],
    ['an alg that is not a string', craftJwt({ header: { alg: ['HS256'] } })],
    ['an unknown critical extension', craftJwt({ header: { alg: 'HS256', crit: ['x'], x: 1 } })],
    [
      'a key that the JWT brings along',
      craftJwt({
        header: { alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from(foreign).toString('base64url') } },
        secret: foreign,
      }),
    ],
  ])('%s', async (_what, jwt) => {
    await expectRefusedWithoutTrace(`Bearer ${jwt}`);
  });

  it.each([
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['EdDSA', generateKeyPairSync('ed25519').privateKey],
  ])('a valid %s signature in OSS mode', async (alg, key) => {
    const jwt = await new SignJWT(claimsWith()).setProtectedHeader({ alg }).sign(key);
    await expectRefusedWithoutTrace(`Bearer ${jwt}`);
  });
});

describe('exp and nbf: 401 `invalid token` for', () => {
  it.each<[string, Record<string, unknown>]>([
    ['exp a second ago', { exp: now() - 1 }],
    ['exp in 1970', { exp: 0 }],
    ['no exp', { exp: undefined }],
    ['exp as a string', { exp: String(now() + 600) }],
    ['exp null', { exp: null }],
    ['exp that is not an integer', { exp: now() + 600.5 }],
    ['nbf in the future', { nbf: now() + 5 * MINUTES }],
    ['nbf as a string', { nbf: String(now()) }],
  ])('%s', async (_what, change) => {
    await expectRefusedWithoutTrace(`Bearer ${craftJwt({ claims: claimsWith(change) })}`);
  });
});

describe('iss and aud: 401 `invalid token` for', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another iss', { iss: 'somebody' }],
    ['no iss', { iss: undefined }],
    ['iss with a trailing slash', { iss: 'registry-oss/' }],
    ['iss in another case', { iss: 'Registry-OSS' }],
    ['iss in an array', { iss: ['registry-oss'] }],
    ['another aud', { aud: 'hub' }],
    ['no aud', { aud: undefined }],
    ['aud null', { aud: null }],
    ['aud with something after it', { aud: 'registry2' }],
    // The claim must be a string equal to the configured audience; a JWT for several services is invalid here.
    ['aud in an array', { aud: ['registry'] }],
    ['aud among others', { aud: ['hub', 'registry'] }],
    ['no aud in an array', { aud: [] }],
  ])('%s', async (_what, change) => {
    await expectRefusedWithoutTrace(`Bearer ${craftJwt({ claims: claimsWith(change) })}`);
  });
});

describe('sub, scopes, resources and orgs: 401 `invalid token` for', () => {
  const lists = ['scopes', 'resources'].flatMap((claim): [string, Record<string, unknown>][] => [
    [`no ${claim}`, { [claim]: undefined }],
    [`${claim} null`, { [claim]: null }],
  ]);
  const anyList = ['scopes', 'resources', 'orgs'].flatMap((claim): [string, Record<string, unknown>][] => [
    [`${claim} as a string`, { [claim]: 'mcp:publish org/' }],
    [`${claim} as an object`, { [claim]: { 0: 'mcp:publish' } }],
    [`a number in ${claim}`, { [claim]: ['mcp:publish', 7] }],
    [`null in ${claim}`, { [claim]: ['org/', null] }],
    [`arrays in ${claim}`, { [claim]: [['org/']] }],
  ]);

  it.each<[string, Record<string, unknown>]>([
    ...lists,
    ...anyList,
    ['orgs null', { orgs: null }],
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['sub as a number', { sub: 7 }],
    ['sub null', { sub: null }],
    ['U+0000 in sub', { sub: 'ro\u0000ot' }],
    ['a lone surrogate in sub', { sub: 'ro\ud800ot' }],
  ])('%s', async (_what, change) => {
    await expectRefusedWithoutTrace(`Bearer ${craftJwt({ claims: claimsWith(change) })}`);
  });
});

describe('validation order', () => {
  const bad = (): string => `Bearer ${craftJwt({ claims: claimsWith({ exp: now() - 1, scopes: [] }) })}`;

  it.each<[string, 'GET' | 'POST', string, object | undefined]>([
    ['403 for a missing scope', 'GET', '/v1/org/order/mcps/files', undefined],
    ['400 for a bad path', 'GET', '/v1/org/-order-/mcps/files', undefined],
    ['400 for a bad query', 'GET', '/v1/catalog?limit=x', undefined],
    ['400 for a bad body', 'POST', '/v1/tokens', { scopes: 7 }],
    ['404 for an unknown version', 'GET', '/v1/org/order/mcps/files/resolve?ref=1.0.0', undefined],
    ['404 for an unknown organization', 'GET', '/v1/org/order/members', undefined],
  ])('answers 401 before %s', async (_what, method, path, json) => {
    expectUnauthorized(await t.actors.anonymous.as(bad()).send(method, path, { json }));
    expectSignInFirst(await t.actors.anonymous.send(method, path, { json }));
  });

  it.each<[string, 'GET' | 'POST', string, object | undefined]>([
    ['400 for a bad query', 'GET', '/v1/catalog?limit=x', undefined],
    ['400 for a bad body', 'POST', '/v1/tokens', { scopes: 7 }],
    ['404 for an unknown package', 'GET', '/v1/org/order/mcps/files', undefined],
  ])('answers 403 before %s', async (_what, method, path, json) => {
    const caller = await t.actors.bearer({ scopes: ['evidence:read'], resources: ['catalog', 'org/'] });
    expectForbidden(await caller.send(method, path, { json }));
  });

  it('answers 403 for the right scope without the resource, and for the resource without the scope', async () => {
    const resource = 'org/order/mcp/files';
    for (const claims of [
      { scopes: ['mcp:catalog:read'], resources: ['org/other/', 'org/order/mcp/file', 'org/order'] },
      { scopes: ['mcp:resolve', 'mcp:catalog', 'mcp:catalog:read:all'], resources: [resource] },
      { scopes: [], resources: [] },
    ]) {
      expectForbidden(await (await t.actors.bearer(claims)).get(packagePath('order/files')));
    }
    const granted = await t.actors.bearer({ scopes: ['mcp:catalog:read'], resources: [resource] });
    expect((await granted.get(packagePath('order/files'))).status).toBe(404);
  });
});

describe('a valid JWT', () => {
  it.each<[string, () => string]>([
    ['as signed by the registry’s secret', () => `Bearer ${craftJwt()}`],
    ['with typ JWT', () => `Bearer ${craftJwt({ header: { alg: 'HS256', typ: 'JWT' } })}`],
    ['with the scheme in lower case (RFC 9110, 11.1)', () => `bearer ${craftJwt()}`],
    ['with nbf in the past', () => `Bearer ${craftJwt({ claims: claimsWith({ nbf: now() - 1 }) })}`],
    ['without iat', () => `Bearer ${craftJwt({ claims: claimsWith({ iat: undefined }) })}`],
    [
      'with orgs and envs',
      () => `Bearer ${craftJwt({ claims: claimsWith({ orgs: ['acme'], envs: ['prod'] }) })}`,
    ],
    ['with claims of others', () => `Bearer ${craftJwt({ claims: claimsWith({ email: 'a@example.org' }) })}`],
    ['an API token', () => `Token ${token}`],
  ])('is accepted: %s', async (what, authorization) => {
    const org = `taken-${Buffer.from(what).toString('hex').slice(0, 30)}`;
    expect((await attempt(authorization(), org)).status).toBe(200);
  });

  it('of an unknown subject grants what its claims say, and no more', async () => {
    const service = await t.actors.bearer({
      sub: 'service|from elsewhere',
      scopes: ['mcp:publish', 'mcp:catalog:read'],
      resources: ['org/claims/mcp/files'],
    });
    expect((await publish(service, 'claims/files', '1.0.0')).status).toBe(200);
    expect((await service.get(packagePath('claims/files'))).status).toBe(200);
    expectForbidden(await publish(service, 'claims/other', '1.0.0'));
    expectForbidden(await service.get('/v1/catalog'));
    expect(await t.rows(`SELECT 1 FROM local_user WHERE username LIKE 'service%'`)).toEqual([]);
  });

  it('may contain malformed patterns, which match nothing', async () => {
    const caller = await t.actors.bearer({
      scopes: ['mcp:catalog:read'],
      resources: ['', ' ', 'org /', 'x'.repeat(257)],
    });
    expectForbidden(await caller.get('/v1/catalog'));
  });

  it('never exposes its signing secret in a response', async () => {
    const { text } = await attempt(`Bearer ${craftJwt({ secret: `${ISSUER_SECRET}!` })}`, 'shown');
    expect(text).not.toContain(ISSUER_SECRET);
  });
});
