import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import type { ApiClient } from '../../support/api-client.js';
import { packagePath, publish } from '../../support/builders.js';
import { PASSWORD } from '../../support/credentials.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { expectForbidden, expectUnauthorized } from '../../support/refusals.js';

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const as = (t: TestApp, authorization: string): ApiClient => t.actors.anonymous.as(authorization);

describe('Basic with the default configuration', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
    await t.actors.user('alice');
  });
  afterAll(() => t.close());

  it('is refused with 401 `invalid token`, even with the right password', async () => {
    expectUnauthorized(await as(t, basic('alice', PASSWORD)).get('/v1/catalog'));
    expectUnauthorized(await as(t, basic('alice', 'incorrect horse battery')).get('/v1/catalog'));
  });
});

describe('Basic with auth.oss.enable_basic', () => {
  const COLONS = 'pass:word:with:colons';
  const UNICODE = 'Pässwört mit Ümläuten';
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp({ AUTH_OSS_ENABLE_BASIC: 'true' });
    await t.actors.user('alice');
    const users = t.app.get(LocalUsersService);
    await users.add({ username: 'colin', password: COLONS });
    await users.add({ username: 'ute', password: UNICODE });
    await users.add({ username: 'dora', password: PASSWORD });
    await users.setDisabled('dora', true);
  });
  afterAll(() => t.close());

  it.each([
    ['a wrong password', basic('alice', 'incorrect horse battery')],
    ['an empty password', basic('alice', '')],
    ['an empty name', basic('', PASSWORD)],
    ['an unknown user', basic('nobody', PASSWORD)],
    ['a disabled user', basic('dora', PASSWORD)],
    ['a very long password', basic('alice', 'x'.repeat(4000))],
    ['U+0000 in the name', basic('al\u0000ice', PASSWORD)],
    ['a part of a password with colons', basic('colin', 'pass')],
    ['no colon', `Basic ${Buffer.from('alice').toString('base64')}`],
    ['invalid base64', 'Basic !!!!'],
    ['plain text', `Basic alice:${PASSWORD.replaceAll(' ', '')}`],
    ['nothing', 'Basic'],
    ['something after it', `${basic('alice', PASSWORD)} x`],
  ])('answers 401 `invalid token` for %s', async (_what, authorization) => {
    expectUnauthorized(await as(t, authorization).get('/v1/catalog'));
  });

  it.each([
    ['name and password', basic('alice', PASSWORD)],
    ['a password with colons', basic('colin', COLONS)],
    ['a password in UTF-8', basic('ute', UNICODE)],
    ['the scheme in lower case', basic('alice', PASSWORD).replace('Basic', 'basic')],
  ])('accepts %s', async (_what, authorization) => {
    expect((await as(t, authorization).get('/v1/catalog')).status).toBe(200);
  });

  it('grants the same authority as a login: all scopes on the organizations of the user', async () => {
    await t.actors.member('basic-org', 'member', 'bob');
    const bob = as(t, basic('bob', PASSWORD));
    expect((await publish(bob, 'basic-org/files', '1.0.0')).status).toBe(200);
    expect((await bob.get(packagePath('basic-org/files'))).status).toBe(200);
    expectForbidden(await publish(bob, 'basic-other/files', '1.0.0'));
    expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'basic-other'`)).toEqual([]);
  });

  it('loses an organization with the membership, and all authority when the user is disabled', async () => {
    await t.actors.member('basic-left', 'member', 'carl');
    const admin = await t.actors.admin();
    const carl = as(t, basic('carl', PASSWORD));
    expect((await carl.get('/v1/org/basic-left/members')).status).toBe(200);
    expect((await admin.delete('/v1/org/basic-left/members/carl')).status).toBe(204);
    expectForbidden(await carl.get('/v1/org/basic-left/members'));
    await t.app.get(LocalUsersService).setDisabled('carl', true);
    expectUnauthorized(await carl.get('/v1/catalog'));
  });

  it('does not affect Bearer and Token', async () => {
    const alice = await t.actors.login('alice');
    expect((await alice.get('/v1/catalog')).status).toBe(200);
    const token = await t.actors.apiToken({ scopes: ['mcp:catalog:read'], resources: ['catalog'] }, alice);
    expect((await token.get('/v1/catalog')).status).toBe(200);
    expectUnauthorized(await as(t, 'Bearer x').get('/v1/catalog'));
  });
});
