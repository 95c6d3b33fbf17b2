import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { publish } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectRefused, expectSignInFirst } from '../../support/refusals.js';

const t = await useTestApp();
beforeAll(async () => {
  await t.actors.user('zoe');
});

const pathOf = (org: string): string => `/v1/org/${org}/members`;

const add = (
  caller: ApiClient,
  org: string,
  username: unknown,
  role: unknown = 'member',
): Promise<ApiResponse> => caller.post(pathOf(org), { username, role });

const remove = (caller: ApiClient, org: string, username: string): Promise<ApiResponse> =>
  caller.delete(`${pathOf(org)}/${encodeURIComponent(username)}`);

/** `<username> <role>` of every stored member. */
const stored = async (org: string): Promise<string[]> =>
  (
    await t.rows<{ member: string }>(
      `SELECT m.username || ' ' || m.role AS member
         FROM registry_member m JOIN registry_organization o ON o.id = m.org_id
        WHERE o.slug = $1 ORDER BY 1`,
      [org],
    )
  ).map(({ member }) => member);

const expectConflict = ({ status, body }: ApiResponse): void => {
  expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'conflict' });
};

const expectNotFound = ({ status, body }: ApiResponse): void => {
  expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' });
};

describe('GET /v1/org/{org}/members', () => {
  it('refuses anonymous callers with 401 and non-members with 403', async () => {
    await t.actors.member('seen', 'admin');
    expectSignInFirst(await t.actors.anonymous.get(pathOf('seen')));
    expectForbidden(await (await t.actors.user('outsider')).get(pathOf('seen')));
    expectForbidden(await (await t.actors.member('seen-other', 'admin')).get(pathOf('seen')));
  });

  it('answers non-members the same 403 for an organization that does not exist', async () => {
    await t.actors.member('begun', 'admin');
    const outsider = await t.actors.user('outsider');
    expect((await outsider.get(pathOf('not-begun'))).text).toBe((await outsider.get(pathOf('begun'))).text);
  });

  it('answers 404 to the administrator of the registry for an organization that does not exist', async () => {
    expectNotFound(await (await t.actors.admin()).get(pathOf('not-begun')));
  });

  it('shows username, org_id and role of all members to each member', async () => {
    const members = [
      { username: 'listed-admin', org_id: 'listed', role: 'admin' },
      { username: 'listed-member', org_id: 'listed', role: 'member' },
    ];
    const admin = await t.actors.member('listed', 'admin');
    const member = await t.actors.member('listed', 'member');
    for (const caller of [admin, member, await t.actors.admin()]) {
      const { status, body } = await caller.get(pathOf('listed'));
      expect(status).toBe(200);
      expect(body).toEqual({ members });
    }
  });

  it.each([
    ['org/reached/', 200],
    ['org/', 200],
    ['org/*/', 200],
    ['org/reached/mcp/*', 403],
    ['org/reached/mcp/', 403],
    ['org/reached/catalog', 403],
    ['org/reached', 403],
    ['org/reached2/', 403],
    ['catalog', 403],
    ['org/reached/members', 200],
    ['org/*/members', 200],
  ])('shows them to a JWT on %s: %i', async (resource, expected) => {
    await t.actors.member('reached', 'admin');
    const caller = await t.actors.bearer({ scopes: ['mcp:catalog:read'], resources: [resource] });
    expect((await caller.get(pathOf('reached'))).status).toBe(expected);
  });

  it.each([
    ['org/tokened/', 200],
    ['org/tokened/mcp/', 200],
    ['catalog', 200],
  ])('shows them to the token of a member on %s: %i', async (resource, expected) => {
    const member = await t.actors.member('tokened', 'member');
    const token = await t.actors.apiToken({ scopes: ['mcp:catalog:read'], resources: [resource] }, member);
    expect((await token.get(pathOf('tokened'))).status).toBe(expected);
  });

  it('is not cacheable', async () => {
    const admin = await t.actors.member('uncached', 'admin');
    expect((await admin.get(pathOf('uncached'))).headers.get('cache-control')).toBe('no-store');
  });
});

describe('POST /v1/org/{org}/members refuses', () => {
  it('anonymous callers with 401; members and non-members with 403', async () => {
    await t.actors.member('closed', 'admin');
    expectSignInFirst(await add(t.actors.anonymous, 'closed', 'zoe'));
    expectForbidden(await add(await t.actors.member('closed', 'member'), 'closed', 'zoe'));
    expectForbidden(await add(await t.actors.member('closed-other', 'admin'), 'closed', 'zoe'));
    expectForbidden(await add(await t.actors.user('outsider'), 'closed', 'outsider', 'admin'));
    expect(await stored('closed')).toEqual(['closed-admin admin', 'closed-member member']);
  });

  it.each<[string, string, object]>([
    ['a missing', 'username', { role: 'member' }],
    ['null as', 'username', { username: null, role: 'member' }],
    ['a number as', 'username', { username: 7, role: 'member' }],
    ['an array as', 'username', { username: ['zoe'], role: 'member' }],
    ['an empty', 'username', { username: '', role: 'member' }],
    ['U+0000 in', 'username', { username: 'z\u0000oe', role: 'member' }],
    ['a lone surrogate in', 'username', { username: 'z\ud800oe', role: 'member' }],
    ['too long a', 'username', { username: 'z'.repeat(256), role: 'member' }],
    ['a missing', 'role', { username: 'zoe' }],
    ['null as', 'role', { username: 'zoe', role: null }],
    ['an empty', 'role', { username: 'zoe', role: '' }],
    ['an unknown', 'role', { username: 'zoe', role: 'owner' }],
    ['another case of the', 'role', { username: 'zoe', role: 'Admin' }],
    ['a number as', 'role', { username: 'zoe', role: 1 }],
    ['an array as', 'role', { username: 'zoe', role: ['admin'] }],
  ])('with 400 %s %s', async (_what, field, body) => {
    const admin = await t.actors.member('validated', 'admin');
    expectRefused(await admin.post(pathOf('validated'), body), 400, field);
    expect(await stored('validated')).toEqual(['validated-admin admin']);
  });

  it.each(['-bad-', 'a b', 'a.b', 'ä', 'a'.repeat(40)])('with 400 the organization %s', async (org) => {
    const admin = await t.actors.admin();
    expectRefused(await add(admin, encodeURIComponent(org), 'zoe'), 400, 'org');
    expect(await stored(org)).toEqual([]);
  });

  it('with 404 an unknown user', async () => {
    const admin = await t.actors.member('unknown-user', 'admin');
    expectNotFound(await add(admin, 'unknown-user', 'nobody-at-all'));
    expectNotFound(await add(admin, 'unknown-user', '../zoe'));
    expect(await stored('unknown-user')).toEqual(['unknown-user-admin admin']);
  });

  it('with 404 an unknown user, without creating an organization', async () => {
    expectNotFound(await add(await t.actors.admin(), 'never-begun', 'nobody-at-all'));
    expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'never-begun'`)).toEqual([]);
  });

  it('with 409 an existing member, whatever the role', async () => {
    const admin = await t.actors.member('twice', 'admin');
    expect((await add(admin, 'twice', 'zoe', 'member')).status).toBe(201);
    expectConflict(await add(admin, 'twice', 'zoe', 'member'));
    expectConflict(await add(admin, 'twice', 'zoe', 'admin'));
    expectConflict(await add(admin, 'twice', 'ZOE', 'admin'));
    expect(await stored('twice')).toEqual(['twice-admin admin', 'zoe member']);
  });

  it('with 409 another spelling of an organization', async () => {
    await t.actors.member('Spelled', 'admin');
    expectConflict(await add(await t.actors.admin(), 'sPELLED', 'zoe'));
    expect(await stored('Spelled')).toEqual(['Spelled-admin admin']);
  });
});

describe('POST /v1/org/{org}/members', () => {
  it.each(['member', 'admin'])('answers 201 with the member in the role %s', async (role) => {
    const org = `adds-${role}`;
    const admin = await t.actors.member(org, 'admin');
    const { status, body } = await add(admin, org, 'zoe', role);
    expect(status).toBe(201);
    expect(body).toEqual({ username: 'zoe', org_id: org, role });
    expect(await stored(org)).toEqual([`${org}-admin admin`, `zoe ${role}`]);
  });

  it('lets a new admin add others', async () => {
    const admin = await t.actors.member('chain', 'admin');
    const second = await t.actors.user('chain-second');
    expectForbidden(await add(second, 'chain', 'zoe'));
    await add(admin, 'chain', 'chain-second', 'admin');
    // The claims of the first login do not cover the organization.
    expectForbidden(await add(second, 'chain', 'zoe'));
    const renewed = await t.actors.login('chain-second');
    expect((await add(renewed, 'chain', 'zoe')).status).toBe(201);
  });

  it('adds a user once for concurrent requests', async () => {
    const admin = await t.actors.member('at-once', 'admin');
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(admin, 'at-once', 'zoe')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await stored('at-once')).toEqual(['at-once-admin admin', 'zoe member']);
  });
});

describe('an organization', () => {
  it('is not created by adding a member without matching resources', async () => {
    const elsewhere = await t.actors.member('elsewhere', 'admin');
    expectForbidden(await add(elsewhere, 'beginning', elsewhere.username, 'admin'));
    expectForbidden(await add(await t.actors.user('outsider'), 'beginning', 'outsider', 'admin'));
    expectForbidden(await publish(elsewhere, 'beginning/files', '1.0.0'));
    expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'beginning'`)).toEqual([]);
  });

  it('is created when an administrator of the registry adds the first member', async () => {
    const admin = await t.actors.admin();
    expect((await add(admin, 'begins', 'zoe', 'admin')).status).toBe(201);
    expect(await stored('begins')).toEqual(['zoe admin']);
  });

  it('that was created by a package has no members until an administrator of the registry adds one', async () => {
    const service = await t.actors.bearer({ scopes: ['mcp:publish'], resources: ['org/by-package/'] });
    expect((await publish(service, 'by-package/files', '1.0.0')).status).toBe(200);
    const admin = await t.actors.admin();
    expect((await admin.get(pathOf('by-package'))).body).toEqual({ members: [] });
    expectForbidden(await add(await t.actors.user('outsider'), 'by-package', 'outsider', 'admin'));
    expect((await add(admin, 'by-package', 'zoe', 'admin')).status).toBe(201);
  });
});

describe('DELETE /v1/org/{org}/members/{username}', () => {
  it('refuses anonymous callers with 401; members, also for themselves, and non-members with 403', async () => {
    await t.actors.member('stays', 'admin');
    const member = await t.actors.member('stays', 'member');
    expectSignInFirst(await remove(t.actors.anonymous, 'stays', member.username));
    expectForbidden(await remove(member, 'stays', 'stays-admin'));
    expectForbidden(await remove(member, 'stays', member.username));
    expectForbidden(await remove(await t.actors.member('stays-other', 'admin'), 'stays', member.username));
    expect(await stored('stays')).toEqual(['stays-admin admin', 'stays-member member']);
  });

  it('answers 404 for a user who is not a member, existing or not', async () => {
    const admin = await t.actors.member('strangers', 'admin');
    for (const username of ['zoe', 'nobody-at-all', '%', 'strangers-admi_']) {
      expectNotFound(await remove(admin, 'strangers', username));
    }
    expectNotFound(await remove(await t.actors.admin(), 'no-such-organization', 'zoe'));
    expect(await stored('strangers')).toEqual(['strangers-admin admin']);
  });

  it('answers 204 and removes the member', async () => {
    const admin = await t.actors.member('leaves', 'admin');
    await t.actors.member('leaves', 'member');
    const { status, text } = await remove(admin, 'leaves', 'leaves-member');
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await stored('leaves')).toEqual(['leaves-admin admin']);
    expectNotFound(await remove(admin, 'leaves', 'leaves-member'));
  });

  it('answers 409 for the last admin, whoever the caller, even with other members left', async () => {
    const last = await t.actors.member('last', 'admin');
    await t.actors.member('last', 'member');
    expectConflict(await remove(last, 'last', last.username));
    expectConflict(await remove(await t.actors.admin(), 'last', last.username));
    expect(await stored('last')).toEqual(['last-admin admin', 'last-member member']);
  });

  it('lets an admin leave when there is another, who is then the last', async () => {
    const one = await t.actors.member('pair', 'admin', 'pair-1');
    const two = await t.actors.member('pair', 'admin', 'pair-2');
    expect((await remove(one, 'pair', 'pair-1')).status).toBe(204);
    expectForbidden(await remove(one, 'pair', 'pair-2'));
    expectConflict(await remove(two, 'pair', 'pair-2'));
    expect(await stored('pair')).toEqual(['pair-2 admin']);
  });

  it('leaves one of two admins who are removed concurrently', async () => {
    const admin = await t.actors.admin();
    for (let round = 1; round <= 5; round += 1) {
      const org = `race-${round}`;
      const [one, two] = [`${org}-1`, `${org}-2`];
      await t.actors.member(org, 'admin', one);
      await t.actors.member(org, 'admin', two);
      const answers = await Promise.all([remove(admin, org, one), remove(admin, org, two)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await stored(org)).toHaveLength(1);
    }
  });
});
