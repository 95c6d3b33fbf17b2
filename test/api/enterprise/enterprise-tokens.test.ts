import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/auth/rules/scopes.js';
import type { ApiClient } from '../../support/api-client.js';
import { packagePath, publish } from '../../support/builders.js';
import { FakeIdp, rsaKey } from '../../support/fake-idp.js';
import { expectForbidden, expectRefused, expectUnauthorized } from '../../support/refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const key = rsaKey('rsa-1');

let idp: FakeIdp;
let t: TestApp;
beforeAll(async () => {
  idp = await FakeIdp.start([key]);
  t = await startTestApp(idp.settings);
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const user = async (claims: Readonly<Record<string, unknown>>): Promise<ApiClient> =>
  t.actors.anonymous.as(`Bearer ${await idp.jwt(key, claims)}`);

const everything = (sub: string, ...resources: string[]): Promise<ApiClient> =>
  user({ sub, scopes: SCOPES, resources });

const tokenOf = (id: string, secret: string): ApiClient => t.actors.anonymous.as(`Token ${id}:${secret}`);

const REQUEST = { description: 'enterprise', scopes: ['mcp:publish'], resources: ['org/tokens/'] };

describe('API tokens in enterprise mode', () => {
  it('are created with a JWT, work, are listed and deleted', async () => {
    const caller = await everything('idp|token-maker', 'org/tokens/');
    const { status, body } = await caller.post('/v1/tokens', REQUEST);
    expect(status).toBe(201);
    const token = tokenOf(body.token_id, body.secret);
    expect((await publish(token, 'tokens/files', '1.0.0')).status).toBe(200);
    expectForbidden(await publish(token, 'elsewhere/files', '1.0.0'));
    expect((await caller.get('/v1/tokens')).body.tokens).toHaveLength(1);
    expect((await caller.delete(`/v1/tokens/${body.token_id as string}`)).status).toBe(204);
    expectUnauthorized(await publish(token, 'tokens/files', '1.0.1'));
  });

  it('never exceed the JWT that creates them', async () => {
    const caller = await user({ scopes: ['token:create', 'mcp:resolve'], resources: ['org/tokens/mcp/*'] });
    expectForbidden(await caller.post('/v1/tokens', REQUEST));
    expectForbidden(await caller.post('/v1/tokens', { ...REQUEST, scopes: ['mcp:resolve'] }));
    const within = { ...REQUEST, scopes: ['mcp:resolve'], resources: ['org/tokens/mcp/files'] };
    expect((await caller.post('/v1/tokens', within)).status).toBe(201);
  });

  it('of OSS mode do not work, are not listed and cannot be deleted', async () => {
    const caller = await everything('idp|moved', 'org/tokens/');
    const { body } = await caller.post('/v1/tokens', REQUEST);
    const token = tokenOf(body.token_id, body.secret);
    for (const issuer of ['', 'https://another-idp.test/']) {
      await t.rows(`UPDATE registry_api_token SET issuer = $2 WHERE token_id = $1`, [body.token_id, issuer]);
      expectUnauthorized(await publish(token, 'tokens/moved', '1.0.0'));
      expect((await caller.get('/v1/tokens')).body.tokens).toEqual([]);
      expect((await caller.delete(`/v1/tokens/${body.token_id as string}`)).status).toBe(404);
    }
    await t.rows(`UPDATE registry_api_token SET issuer = $2 WHERE token_id = $1`, [
      body.token_id,
      idp.issuer,
    ]);
    expect((await publish(token, 'tokens/moved', '1.0.0')).status).toBe(200);
  });

  it('are not affected by a local user with the name of their owner', async () => {
    await t.rows(
      `INSERT INTO local_user (id, username, username_key, password_hash, disabled_at, created_at)
       VALUES (gen_random_uuid(), 'homonym', 'homonym', '-', now(), now())`,
    );
    const { body } = await (await everything('homonym', 'org/tokens/')).post('/v1/tokens', REQUEST);
    expect((await publish(tokenOf(body.token_id, body.secret), 'tokens/homonym', '1.0.0')).status).toBe(200);
  });
});

describe('API tokens of enterprise mode in OSS mode', () => {
  it('do not work, although a local user has the name of their owner', async () => {
    const oss = await startTestApp();
    try {
      const admin = await oss.actors.admin();
      const { body } = await admin.post('/v1/tokens', REQUEST);
      const token = oss.actors.anonymous.as(`Token ${body.token_id as string}:${body.secret as string}`);
      expect((await publish(token, 'tokens/files', '1.0.0')).status).toBe(200);
      await oss.rows(`UPDATE registry_api_token SET issuer = $1`, [idp.issuer]);
      expectUnauthorized(await publish(token, 'tokens/files', '1.0.1'));
      expect((await admin.get('/v1/tokens')).body.tokens).toEqual([]);
    } finally {
      await oss.close();
    }
  });
});

describe('subjects in enterprise mode', () => {
  it('are case-sensitive', async () => {
    const founder = await everything('idp|CaseFounder', 'org/');
    const members = '/v1/org/cases/members';
    for (const username of ['auth0|AbC', 'auth0|aBc']) {
      expect((await founder.post(members, { username, role: 'member' })).status).toBe(201);
    }
    expectRefused(await founder.delete(`${members}/${encodeURIComponent('auth0|abc')}`), 404);
    expect((await founder.delete(`${members}/${encodeURIComponent('auth0|aBc')}`)).status).toBe(204);
    const { body } = await founder.get(members);
    expect(body.members.map(({ username }: { username: string }) => username)).toEqual(['auth0|AbC']);
  });
});

describe('members in enterprise mode', () => {
  it('are first created by a caller with full access to the organization, and are opaque subjects', async () => {
    const founder = await everything('idp|founder', 'org/club/');
    const members = '/v1/org/club/members';
    for (const [username, role] of [
      ['idp|founder', 'admin'],
      ['google-oauth2|1234', 'member'],
    ]) {
      const added = await founder.post(members, { username, role });
      expect(added.status).toBe(201);
      expect(added.body).toEqual({ username, org_id: 'club', role });
    }
    // From here on the role decides, with a JWT that covers the organization.
    const admin = await user({ sub: 'idp|founder', resources: ['org/club/'] });
    const narrow = await user({ sub: 'idp|founder' });
    expectForbidden(await narrow.post(members, { username: 'idp|third', role: 'member' }));
    expect((await admin.post(members, { username: 'idp|third', role: 'member' })).status).toBe(201);
    const member = await user({ sub: 'google-oauth2|1234', resources: ['org/club/'] });
    expect((await member.get(members)).body.members).toHaveLength(3);
    expectForbidden(await member.post(members, { username: 'idp|fourth', role: 'member' }));
    expectForbidden(await (await user({ sub: 'idp|stranger' })).get(members));
    expectRefused(await admin.delete(`${members}/${encodeURIComponent('idp|founder')}`), 409);
    expect((await admin.delete(`${members}/${encodeURIComponent('idp|third')}`)).status).toBe(204);
  });

  it('get nothing beyond the claims of their JWTs', async () => {
    const member = await user({ sub: 'google-oauth2|1234' });
    expectForbidden(await member.get(packagePath('club/files')));
    expectForbidden(await publish(member, 'club/files', '1.0.0'));
  });
});
