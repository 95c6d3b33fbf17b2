import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden } from '../../support/refusals.js';

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
  await t.actors.user('zoe');
});

const pathOf = (org: string): string => `/v1/org/${org}/members`;

const add = (caller: ApiClient, org: string, username: string): Promise<ApiResponse> =>
  caller.post(pathOf(org), { username, role: 'member' });

const remove = (caller: ApiClient, org: string, username: string): Promise<ApiResponse> =>
  caller.delete(`${pathOf(org)}/${username}`);

/** `<username> <role>` of every member, as listed to an administrator of the registry. */
const membersOf = async (org: string): Promise<string[]> => {
  const { body } = await (await t.actors.admin()).get(pathOf(org));
  return (body.members as { username: string; role: string }[]).map(
    ({ username, role }) => `${username} ${role}`,
  );
};

describe('an API token that changes members', () => {
  const EVERYTHING = (org: string): string[] => [`org/${org}/`];

  it.each(ALL_SCOPES)('is refused with 403 when it lacks %s', async (missing) => {
    const admin = await t.actors.member('token-scopes', 'admin');
    const scopes = ALL_SCOPES.filter((scope) => scope !== missing);
    const token = await t.actors.apiToken({ scopes, resources: EVERYTHING('token-scopes') }, admin);
    expectForbidden(await add(token, 'token-scopes', 'zoe'));
    expectForbidden(await remove(token, 'token-scopes', 'token-scopes-admin'));
    expect(await membersOf('token-scopes')).toEqual(['token-scopes-admin admin']);
  });

  it.each([['catalog'], ['org/token-part/mcp/'], ['org/token-part/*'], ['org/token-part/mcp/files']])(
    'is refused with 403 when it covers %s only',
    async (resource) => {
      const admin = await t.actors.member('token-part', 'admin');
      const token = await t.actors.apiToken({ scopes: ALL_SCOPES, resources: [resource] }, admin);
      expectForbidden(await add(token, 'token-part', 'zoe'));
      expect(await membersOf('token-part')).toEqual(['token-part-admin admin']);
    },
  );

  it('is refused with 403 when its owner is not an admin', async () => {
    await t.actors.member('token-member', 'admin');
    const member = await t.actors.member('token-member', 'member');
    const token = await t.actors.apiToken(
      { scopes: ALL_SCOPES, resources: EVERYTHING('token-member') },
      member,
    );
    expect((await token.get(pathOf('token-member'))).status).toBe(200);
    expectForbidden(await add(token, 'token-member', 'zoe'));
    expect(await membersOf('token-member')).toEqual([
      'token-member-admin admin',
      'token-member-member member',
    ]);
  });

  it('of an administrator of the registry is limited to its resources', async () => {
    await t.actors.member('token-in', 'admin');
    await t.actors.member('token-out', 'admin');
    const token = await t.actors.apiToken({ scopes: ALL_SCOPES, resources: EVERYTHING('token-in') });
    expectForbidden(await add(token, 'token-out', 'zoe'));
    expect(await membersOf('token-out')).toEqual(['token-out-admin admin']);
  });

  it('is accepted with all nine scopes on the whole organization of an admin', async () => {
    const admin = await t.actors.member('token-whole', 'admin');
    const token = await t.actors.apiToken(
      { scopes: ALL_SCOPES, resources: EVERYTHING('token-whole') },
      admin,
    );
    expect((await add(token, 'token-whole', 'zoe')).status).toBe(201);
    expect((await remove(token, 'token-whole', 'zoe')).status).toBe(204);
    expect(await membersOf('token-whole')).toEqual(['token-whole-admin admin']);
  });
});

describe('a JWT that changes members', () => {
  it.each<[string, readonly string[]]>([
    ['nothing', []],
    ['the catalog', ['catalog']],
    ['one package', ['org/narrow/mcp/files']],
    ['the packages', ['org/narrow/mcp/']],
    ['another organization', ['org/narrow2/']],
    ['segments of the organization', ['org/narrow/*']],
  ])('is refused with 403 when it covers %s, although its subject is an admin', async (_what, resources) => {
    const { username } = await t.actors.member('narrow', 'admin');
    await t.actors.member('narrow', 'member');
    const caller = await t.actors.bearer({ sub: username, scopes: ALL_SCOPES, resources, orgs: ['narrow'] });
    expectForbidden(await add(caller, 'narrow', 'zoe'));
    expectForbidden(await remove(caller, 'narrow', 'narrow-member'));
    expect(await membersOf('narrow')).toEqual(['narrow-admin admin', 'narrow-member member']);
  });

  it('needs no scopes when it covers the organization and its subject is an admin', async () => {
    const { username } = await t.actors.member('scopeless', 'admin');
    const caller = await t.actors.bearer({ sub: username, scopes: [], resources: ['org/scopeless/'] });
    expect((await add(caller, 'scopeless', 'zoe')).status).toBe(201);
    expect((await remove(caller, 'scopeless', 'zoe')).status).toBe(204);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['no scopes, everywhere', 'claims-1', [], ['catalog', 'org/']],
    // A reader of every organization is an administrator of none.
    ['reading scopes, everywhere', 'claims-2', ['mcp:catalog:read', 'mcp:resolve'], ['catalog', 'org/']],
    ['all scopes, on a part of the organization', 'claims-3', ALL_SCOPES, ['catalog', 'org/claims-3/mcp/']],
    ['all scopes, elsewhere', 'claims-4', ALL_SCOPES, ['catalog', 'org/other/']],
  ])(
    'is refused with 403 when it has %s, and its subject is not an admin',
    async (_what, org, scopes, resources) => {
      await t.actors.member(org, 'admin');
      await t.actors.member(org, 'member');
      const caller = await t.actors.bearer({ scopes, resources, orgs: [org] });
      expectForbidden(await add(caller, org, 'zoe'));
      expectForbidden(await remove(caller, org, `${org}-member`));
      expect(await membersOf(org)).toEqual([`${org}-admin admin`, `${org}-member member`]);
    },
  );
});
