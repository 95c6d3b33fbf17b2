import { describe, expect, it } from '@jest/globals';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import type { ApiClient } from '../../support/api-client.js';
import { aVersion, packagePath, publish, uploadBundle } from '../../support/builders.js';
import { PASSWORD } from '../../support/credentials.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectUnauthorized } from '../../support/refusals.js';

const t = await useTestApp();

const idsIn = async (caller: ApiClient): Promise<string[]> => {
  const { body } = await caller.get('/v1/catalog');
  return (body.packages as { id: string }[]).map(({ id }) => id);
};

describe('a user disabled after the login', () => {
  it('is refused with 401 from the next request on, with the JWT and every token', async () => {
    const user = await t.actors.member('disabled', 'admin', 'erin');
    const token = await t.actors.apiToken({ scopes: ['mcp:catalog:read'], resources: ['catalog'] }, user);
    expect((await user.get('/v1/catalog')).status).toBe(200);
    expect((await token.get('/v1/catalog')).status).toBe(200);

    await t.app.get(LocalUsersService).setDisabled('erin', true);
    expectUnauthorized(await user.get('/v1/catalog'));
    expectUnauthorized(await token.get('/v1/catalog'));
    expectUnauthorized(await user.get('/v1/org/disabled/members'));
    expectUnauthorized(await publish(user, 'disabled/files', '1.0.0'));
    const { status } = await t.actors.anonymous.post('/v1/auth/login', {
      username: 'erin',
      password: PASSWORD,
    });
    expect(status).toBe(401);
    const made = await t.rows(
      `SELECT 1 FROM registry_package p JOIN registry_organization o ON o.id = p.org_id WHERE o.slug = 'disabled'`,
    );
    expect(made).toEqual([]);
  });

  it('is accepted again once enabled', async () => {
    const user = await t.actors.user('frank');
    const users = t.app.get(LocalUsersService);
    await users.setDisabled('frank', true);
    expectUnauthorized(await user.get('/v1/catalog'));
    await users.setDisabled('frank', false);
    expect((await (await t.actors.login('frank')).get('/v1/catalog')).status).toBe(200);
  });
});

describe('a removed member', () => {
  it('loses access to the organization immediately, in every endpoint, and to nothing else', async () => {
    const admin = await t.actors.member('removed', 'admin');
    const member = await t.actors.member('removed', 'member');
    const other = await t.actors.member('kept', 'admin');
    await other.post('/v1/org/kept/members', { username: member.username, role: 'member' });
    const both = await t.actors.login(member.username);
    const { bundle } = await aVersion(both, 'removed/private', '1.0.0').published();
    await aVersion(both, 'kept/private', '1.0.0').published();
    expect(await idsIn(both)).toEqual(expect.arrayContaining(['kept/private', 'removed/private']));

    expect((await admin.delete(`/v1/org/removed/members/${member.username}`)).status).toBe(204);
    const id = 'removed/private';
    expectForbidden(await both.get(packagePath(id)));
    expectForbidden(await both.get(`${packagePath(id)}/versions`));
    expectForbidden(await both.get(`${packagePath(id)}/resolve?ref=1.0.0`));
    expectForbidden(await both.get('/v1/catalog?org=removed'));
    expectForbidden(await both.get('/v1/org/removed/members'));
    expectForbidden(await publish(both, id, '2.0.0'));
    expectForbidden(await uploadBundle(both, 'removed', bundle));
    expect(await idsIn(both)).not.toContain(id);

    expect(await idsIn(both)).toContain('kept/private');
    expect((await both.get(packagePath('kept/private'))).status).toBe(200);
    const { body } = await admin.get(`${packagePath(id)}/versions`);
    expect((body.versions as { version: string }[]).map(({ version }) => version)).toEqual(['1.0.0']);
  });

  it('can no longer create a token for the organization', async () => {
    const admin = await t.actors.member('no-token', 'admin');
    const member = await t.actors.member('no-token', 'member');
    expect((await admin.delete(`/v1/org/no-token/members/${member.username}`)).status).toBe(204);
    expectForbidden(
      await member.post('/v1/tokens', {
        description: 'too late',
        scopes: ['mcp:publish'],
        resources: ['org/no-token/'],
      }),
    );
    expect(await t.rows(`SELECT 1 FROM registry_api_token WHERE owner = $1`, [member.username])).toEqual([]);
  });

  it('who is added again can use the earlier JWT', async () => {
    const admin = await t.actors.member('again', 'admin');
    const member = await t.actors.member('again', 'member');
    const path = '/v1/org/again/members';
    await admin.delete(`${path}/${member.username}`);
    expectForbidden(await member.get(path));
    await admin.post(path, { username: member.username, role: 'member' });
    expect((await member.get(path)).status).toBe(200);
  });
});

describe('a user added to an organization after the login', () => {
  it('gets access to its packages with the next login: a JWT never gains authority', async () => {
    const admin = await t.actors.member('grows', 'admin');
    const late = await t.actors.user('late');
    await aVersion(admin, 'grows/files', '1.0.0').published();
    await admin.post('/v1/org/grows/members', { username: 'late', role: 'member' });
    expectForbidden(await late.get(packagePath('grows/files')));
    expect((await (await t.actors.login('late')).get(packagePath('grows/files'))).status).toBe(200);
  });
});
