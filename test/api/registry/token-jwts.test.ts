import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, packagePath, publish } from '../../support/builders.js';
import { FakeIdp, rsaKey } from '../../support/fake-idp.js';
import { claimsWith, craftJwt } from '../../support/forged-jwt.js';
import { expectForbidden, expectRefused, expectUnauthorized } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp } from '../../support/test-app.js';

const REQUEST = { description: 'ci', scopes: ['mcp:catalog:read'], resources: ['catalog'], format: 'jwt' };

const t = await useTestApp();

const create = (caller: ApiClient, change: object = {}): Promise<ApiResponse> =>
  caller.post('/v1/tokens', { ...REQUEST, ...change });
const bearerOf = ({ body }: ApiResponse): ApiClient =>
  t.actors.anonymous.as(`Bearer ${body.token as string}`);
const secretOf = ({ body }: ApiResponse): ApiClient =>
  t.actors.anonymous.as(`Token ${body.token_id as string}:${body.secret as string}`);

describe('POST /v1/tokens with format "jwt" (registry contract 5)', () => {
  it.each(['', 'JWT', 'pem', 7, ['jwt']])('answers 400 naming format for %j', async (format) => {
    const user = await t.actors.user('formats');
    expectRefused(await create(user, { format }), 400, 'format');
    expect((await user.get('/v1/tokens')).body).toEqual({ tokens: [] });
  });

  it('answers no JWT without it', async () => {
    const user = await t.actors.user('plain');
    expect((await create(user, { format: undefined })).body).not.toHaveProperty('token');
    expect((await create(user, { format: 'secret' })).body).not.toHaveProperty('token');
  });

  it('answers 403 for a scope or resource that the creator lacks', async () => {
    const user = await t.actors.user('narrow');
    expectForbidden(await create(user, { resources: ['org/'] }));
  });

  it('answers a JWT with the id, scopes, resources and expiry of the token, besides its secret', async () => {
    const user = await t.actors.user('claims');
    const made = await create(user, { expires_in: 3600 });
    expect(made.status).toBe(201);
    const claims = decodeJwt(made.body.token as string);
    expect(claims).toEqual({
      iss: 'registry-oss',
      aud: 'registry',
      sub: 'claims',
      jti: made.body.token_id,
      iat: expect.any(Number),
      exp: Date.parse(made.body.expires_at as string) / 1000,
      scopes: REQUEST.scopes,
      resources: REQUEST.resources,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBeGreaterThanOrEqual(3600);
    expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(3601);
    expect((await bearerOf(made).get('/v1/catalog')).status).toBe(200);
    expect((await secretOf(made).get('/v1/catalog')).status).toBe(200);
    expect((await user.get('/v1/tokens')).body.tokens).toEqual([
      expect.objectContaining({ token_id: made.body.token_id }),
    ]);
  });

  it('lets a client that only supports Bearer publish, resolve and download', async () => {
    const member = await t.actors.member('jwts', 'member');
    const scopes = ['mcp:publish', 'mcp:resolve', 'artifact:download'];
    const ci = bearerOf(await create(member, { scopes, resources: ['org/jwts/'] }));
    await aVersion(ci, 'jwts/files', '1.0.0').published();
    const resolved = await ci.get(`${packagePath('jwts/files')}/resolve?ref=latest`);
    expect(resolved.body.resolved.version).toBe('1.0.0');
    expect((await ci.get(resolved.body.resolved.bundle.url as string)).status).toBe(200);
    expectForbidden(await publish(ci, 'elsewhere/files', '1.0.0'));
    expectForbidden(await ci.get('/v1/tokens'));
  });

  it('answers 400 naming format in enterprise mode', async () => {
    const key = rsaKey('one');
    const idp = await FakeIdp.start([key]);
    const other = await startTestApp(idp.settings);
    try {
      const jwt = await idp.jwt(key, {
        scopes: ['token:create', 'mcp:catalog:read'],
        resources: ['catalog'],
      });
      const caller = other.actors.anonymous.as(`Bearer ${jwt}`);
      expectRefused(await create(caller), 400, 'format');
      expect(await other.rows('SELECT 1 FROM registry_api_token')).toEqual([]);
      expect((await create(caller, { format: 'secret' })).status).toBe(201);
    } finally {
      await other.close();
      await idp.close();
    }
  });
});

describe('the JWT of an API token', () => {
  it('becomes invalid when the token is deleted', async () => {
    const user = await t.actors.user('deletes');
    const made = await create(user);
    expect((await bearerOf(made).get('/v1/catalog')).status).toBe(200);
    expect((await user.delete(`/v1/tokens/${made.body.token_id as string}`)).status).toBe(204);
    expectUnauthorized(await bearerOf(made).get('/v1/catalog'), 'revoked');
  });

  it('expires with the token’s row, whatever its exp claim', async () => {
    const made = await create(await t.actors.user('ends'));
    await t.rows('UPDATE registry_api_token SET expires_at = now() WHERE token_id = $1', [
      made.body.token_id,
    ]);
    expectUnauthorized(await bearerOf(made).get('/v1/catalog'), 'expired');
  });

  it('becomes invalid when its owner is disabled, and loses authority with their memberships', async () => {
    const member = await t.actors.member('shrinks', 'admin');
    const other = await t.actors.member('shrinks', 'member');
    const made = await create(other, { scopes: ['mcp:publish'], resources: ['org/shrinks/'] });
    expect((await publish(bearerOf(made), 'shrinks/files', '1.0.0')).status).toBe(200);
    expect((await member.delete(`/v1/org/shrinks/members/${other.username}`)).status).toBe(204);
    expectForbidden(await publish(bearerOf(made), 'shrinks/files', '1.0.1'));
    await t.rows('UPDATE local_user SET disabled_at = now() WHERE username = $1', [other.username]);
    expectUnauthorized(await bearerOf(made).get('/v1/catalog'));
  });

  it('has the authority of the row, not of forged claims', async () => {
    const made = await create(await t.actors.admin());
    const claims = claimsWith({ jti: made.body.token_id, sub: 'root' });
    const wider = t.actors.anonymous.as(`Bearer ${craftJwt({ claims })}`);
    expectForbidden(await publish(wider, 'wider/files', '1.0.0'));
    expect((await wider.get('/v1/catalog')).status).toBe(200);
    const foreign = craftJwt({ claims: { ...claims, sub: 'somebody' } });
    expectUnauthorized(await t.actors.anonymous.as(`Bearer ${foreign}`).get('/v1/catalog'));
  });

  it('creates tokens that expire with it', async () => {
    const made = await create(await t.actors.user('parents'), {
      scopes: ['token:create', 'token:delete', 'mcp:catalog:read'],
      expires_in: 60,
    });
    const child = await create(bearerOf(made), { expires_in: 3600 });
    expect(child.body.expires_at).toBe(made.body.expires_at);
    expect(decodeJwt(child.body.token as string).exp).toBe(Date.parse(made.body.expires_at as string) / 1000);
    expect((await bearerOf(made).delete(`/v1/tokens/${made.body.token_id as string}`)).status).toBe(204);
    expectUnauthorized(await bearerOf(child).get('/v1/catalog'), 'revoked');
  });

  it('cannot change members unless it has full access to the organization', async () => {
    const admin = await t.actors.member('token-jwt', 'admin');
    const made = await create(admin, { scopes: ['mcp:publish'], resources: ['org/token-jwt/'] });
    const { username } = await t.actors.user('zoe');
    expectForbidden(await bearerOf(made).post('/v1/org/token-jwt/members', { username, role: 'member' }));
  });
});
