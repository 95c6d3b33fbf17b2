import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { artifactPath, aVersion, packagePath, publish } from '../../support/builders.js';
import { ed25519Key, FakeIdp, rsaKey } from '../../support/fake-idp.js';
import { craftJwt } from '../../support/forged-jwt.js';
import { expectForbidden, expectUnauthorized } from '../../support/refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const rsa = rsaKey('rsa-1');
const ed = ed25519Key('ed-1');
const PUBLISHER = { scopes: ['mcp:publish'], resources: ['org/'] };
const now = (): number => Math.floor(Date.now() / 1000);

let idp: FakeIdp;
let t: TestApp;
beforeAll(async () => {
  idp = await FakeIdp.start([rsa, ed]);
  t = await startTestApp(idp.settings);
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const bearer = (jwt: string) => t.actors.anonymous.as(`Bearer ${jwt}`);

let attempts = 0;

async function expectRefusedWithoutTrace(jwt: string): Promise<void> {
  attempts += 1;
  const org = `refused-${attempts}`;
  expectUnauthorized(await publish(bearer(jwt), `${org}/files`, '1.0.0'));
  expect(await t.rows(`SELECT slug FROM registry_organization WHERE slug = $1`, [org])).toEqual([]);
}

describe('enterprise mode: 401 `invalid token` for', () => {
  const sign = (alg: string, header: object = {}, key = rsa.privateKey): Promise<string> =>
    new SignJWT(idp.claims(PUBLISHER)).setProtectedHeader({ alg, kid: rsa.kid, ...header }).sign(key);
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

  it.each<[string, () => Promise<string> | string]>([
    ['a JWT of OSS mode', () => craftJwt()],
    [
      'HS256 with the published key as secret',
      () =>
        craftJwt({
          header: { alg: 'HS256', kid: rsa.kid },
          claims: idp.claims(PUBLISHER),
          secret: JSON.stringify(rsa.jwk),
        }),
    ],
    [
      'HS512',
      () =>
        craftJwt({ header: { alg: 'HS512', kid: rsa.kid }, claims: idp.claims(PUBLISHER), hash: 'sha512' }),
    ],
    ['alg none', () => `${encode({ alg: 'none', kid: rsa.kid })}.${encode(idp.claims(PUBLISHER))}.`],
    ['RS384', () => sign('RS384')],
    ['RS512', () => sign('RS512')],
    ['PS256', () => sign('PS256')],
    ['PS512', () => sign('PS512')],
    ['ES256', () => sign('ES256', {}, ec('P-256'))],
    ['ES384', () => sign('ES384', {}, ec('P-384'))],
    ['ES512', () => sign('ES512', {}, ec('P-521'))],
    ['a foreign key under a known id', () => idp.jwt({ ...rsaKey(rsa.kid) }, PUBLISHER)],
    ['a foreign Ed25519 key under a known id', () => idp.jwt({ ...ed25519Key(ed.kid) }, PUBLISHER)],
    ['an unknown key id', () => idp.jwt(rsaKey('unknown'), PUBLISHER)],
    ['the id of a key of the other algorithm', () => idp.jwt({ ...rsa, kid: ed.kid }, PUBLISHER)],
    ['an embedded key that is also published', () => idp.jwt(rsa, PUBLISHER, { jwk: rsa.jwk })],
    ['the address of a key set', () => idp.jwt(rsa, PUBLISHER, { jku: 'https://idp.test/jwks.json' })],
    ['the address of a certificate', () => idp.jwt(rsa, PUBLISHER, { x5u: 'https://idp.test/cert.pem' })],
    ['an embedded certificate', () => idp.jwt(rsa, PUBLISHER, { x5c: ['MIIB'] })],
  ])('%s', async (_what, jwt) => {
    await expectRefusedWithoutTrace(await jwt());
  });

  it.each<[string, Record<string, unknown>]>([
    ['iss without its trailing slash', { iss: 'https://idp.test' }],
    ['iss with another slash', { iss: 'https://idp.test//' }],
    ['iss in an array', { iss: ['https://idp.test/'] }],
    ['iss of OSS mode', { iss: 'registry-oss' }],
    ['no iss', { iss: undefined }],
    ['another aud', { aud: 'hub' }],
    ['another aud in an array', { aud: ['hub', 'registry-2'] }],
    ['an empty array as aud', { aud: [] }],
    ['no aud', { aud: undefined }],
    ['exp a second ago', { exp: now() - 1 }],
    ['no exp', { exp: undefined }],
    ['exp as a string', { exp: String(now() + 600) }],
    ['nbf more than a minute in the future', { nbf: now() + 300 }],
    ['iat more than a minute in the future', { iat: now() + 300 }],
    ['no sub', { sub: undefined }],
    ['sub as a number', { sub: 7 }],
    ['a lone high surrogate in sub', { sub: 'idp|\ud800' }],
    ['a lone low surrogate in sub', { sub: '\udc00idp' }],
    ['surrogates in the wrong order in sub', { sub: 'idp|\udc00\ud800' }],
    ['no scopes', { scopes: undefined }],
    ['scopes as a string', { scopes: 'mcp:publish' }],
    ['no resources', { resources: undefined }],
    ['a number in resources', { resources: ['org/', 7] }],
    ['orgs as a string', { orgs: 'acme' }],
  ])('%s', async (_what, change) => {
    await expectRefusedWithoutTrace(await idp.jwt(rsa, { ...PUBLISHER, ...change }));
  });

  it('Basic, whatever its content', async () => {
    const authorization = `Basic ${Buffer.from('admin:correct horse battery staple').toString('base64')}`;
    expectUnauthorized(await t.actors.anonymous.as(authorization).get('/v1/catalog'));
  });
});

describe('enterprise mode: a valid JWT', () => {
  it.each([
    ['RS256', rsa],
    ['EdDSA', ed],
  ])('may be signed with %s', async (alg, key) => {
    const caller = bearer(await idp.jwt(key, PUBLISHER));
    expect((await publish(caller, `signed-${alg}/files`, '1.0.0')).status).toBe(200);
  });

  it.each(['nbf', 'iat'])('may have %s less than a minute in the future', async (claim) => {
    const caller = bearer(await idp.jwt(rsa, { ...PUBLISHER, [claim]: now() + 50 }));
    expect((await publish(caller, `ahead-${claim}/files`, '1.0.0')).status).toBe(200);
  });

  it('may name several audiences', async () => {
    const caller = bearer(await idp.jwt(rsa, { ...PUBLISHER, aud: ['hub', 'registry'] }));
    expect((await publish(caller, 'audiences/files', '1.0.0')).status).toBe(200);
  });

  it('grants what its claims say, and nothing else', async () => {
    const admin = bearer(await idp.jwt(rsa, { scopes: ['mcp:publish'], resources: ['org/'] }));
    const version = await aVersion(admin, 'claims/files', '1.0.0').published();
    const reader = bearer(
      await idp.jwt(rsa, {
        scopes: ['mcp:resolve', 'artifact:download'],
        resources: ['org/claims/mcp/*', 'org/claims/artifact/*/bundle'],
      }),
    );
    expect((await reader.get(`${packagePath('claims/files')}/resolve?ref=latest`)).status).toBe(200);
    expect((await reader.get(artifactPath('claims', version.bundleDigest, 'bundle'))).status).toBe(200);
    expectForbidden(await reader.get(packagePath('claims/files')));
    expectForbidden(await reader.get(`${packagePath('others/files')}/resolve?ref=latest`));
    expectForbidden(await publish(reader, 'claims/files', '2.0.0'));
  });

  it('is not affected by a local user of the same name, nor by the claim of a login', async () => {
    const caller = bearer(await idp.jwt(ed, { ...PUBLISHER, sub: 'admin', login: true }));
    expect((await publish(caller, 'names/files', '1.0.0')).status).toBe(200);
  });
});

describe('POST /v1/auth/login in enterprise mode: 501', () => {
  it.each<[string, string | Uint8Array | undefined, Record<string, string>]>([
    [
      'for a name and a password',
      '{"username":"admin","password":"secret"}',
      { 'content-type': 'application/json' },
    ],
    ['without a body', undefined, {}],
    ['for a body that is not JSON', 'x', { 'content-type': 'text/plain' }],
    ['for wrong fields', '{"user":7}', { 'content-type': 'application/json' }],
  ])('%s', async (_what, body, headers) => {
    const options = { headers, ...(body !== undefined && { body }) };
    const answer = await t.actors.anonymous.send('POST', '/v1/auth/login', options);
    expect(answer.status).toBe(501);
    expect(answer.body.error.code).toBe('not_implemented');
    expect(answer.body.message).toBe(answer.body.error.message);
  });

  it('also with a valid JWT', async () => {
    const caller = bearer(await idp.jwt(rsa, PUBLISHER));
    expect((await caller.post('/v1/auth/login', { username: 'a', password: 'b' })).status).toBe(501);
  });
});

describe('enterprise mode keeps no users', () => {
  it('creates no administrator', async () => {
    expect(await t.rows(`SELECT id FROM local_user`)).toEqual([]);
  });
});
