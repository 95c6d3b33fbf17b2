import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, publish, setStatus } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectRefused, expectSignInFirst } from '../../support/refusals.js';

interface Entry {
  readonly id: string;
  readonly latest_version: string | null;
}

const READ = ['mcp:catalog:read'];

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await t.actors.member('cat-a', 'member');
  for (const org of ['cat-a', 'cat-b']) {
    await aVersion(admin, `${org}/open`, '1.0.0', { visibility: 'public' }).published();
    await publish(admin, `${org}/closed`, '1.0.0', { visibility: 'private' });
  }
});

const idsIn = ({ status, body }: ApiResponse): string[] => {
  expect(status).toBe(200);
  return (body.packages as Entry[]).map(({ id }) => id);
};

/** The organizations of `beforeAll` as a caller sees them. */
const sees = async (caller: ApiClient, query = ''): Promise<string[]> =>
  idsIn(await caller.get(`/v1/catalog${query}`)).filter((id) => id.startsWith('cat-'));

const OPEN = ['cat-a/open', 'cat-b/open'];
const ALL = ['cat-a/closed', 'cat-a/open', 'cat-b/closed', 'cat-b/open'];

describe('GET /v1/catalog', () => {
  it('refuses anonymous callers with 401, and others without the scope or `catalog` with 403', async () => {
    expectSignInFirst(await t.actors.anonymous.get('/v1/catalog'));
    for (const claims of [
      { scopes: [], resources: ['catalog', 'org/'] },
      { scopes: READ, resources: ['org/', 'org/cat-a/catalog', 'catalog/', 'catalo'] },
    ]) {
      expectForbidden(await (await t.actors.bearer(claims)).get('/v1/catalog'));
    }
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['only public packages to', ['catalog'], OPEN],
    ['only public packages to', ['catalog', 'org/cat-b/catalog'], OPEN],
    ['only public packages to', ['catalog', 'org/cat-b'], OPEN],
    ['the private package that matches to', ['catalog', 'org/cat-b/mcp/closed'], [...OPEN, 'cat-b/closed']],
    ['the private packages that match to', ['catalog', 'org/cat-b/'], [...OPEN, 'cat-b/closed']],
    ['the private packages that match to', ['catalog', 'org/*/mcp/clos*'], ALL],
    ['the private packages that match to', ['catalog', 'org/cat-*/'], ALL],
    ['everything to', ['catalog', 'org/'], ALL],
  ])('shows %s a JWT on %j', async (_what, resources, expected) => {
    expect(await sees(await t.actors.bearer({ scopes: READ, resources }))).toEqual([...expected].sort());
  });

  it('shows members only the private packages of their organizations', async () => {
    expect(await sees(await t.actors.user('outsider'))).toEqual(OPEN);
    expect(await sees(await t.actors.member('cat-a', 'member'))).toEqual(['cat-a/closed', ...OPEN]);
    expect(await sees(admin)).toEqual(ALL);
  });

  it.each<[string[], string[]]>([
    [['catalog'], OPEN],
    [
      ['catalog', 'org/cat-a/'],
      ['cat-a/closed', ...OPEN],
    ],
    [['catalog', 'org/cat-a/mcp/other'], OPEN],
  ])('shows the token of a member on %j the matching packages', async (resources, expected) => {
    const member = await t.actors.member('cat-a', 'member');
    expect(await sees(await t.actors.apiToken({ scopes: READ, resources }, member))).toEqual(expected);
  });

  it('carries every field of a package but default_policy_ref, and package and latest_version', async () => {
    const tags = ['files', 'ünï'];
    const description = 'Reads "files" \\ and </script>\n';
    await aVersion(admin, 'shape/Files_1', '1.0.0', { visibility: 'public', description, tags }).published();
    const { body } = await admin.get('/v1/catalog?org=shape');
    expect(body).toEqual({
      packages: [
        {
          id: 'shape/Files_1',
          package: 'shape/Files_1',
          org_id: 'shape',
          name: 'Files_1',
          visibility: 'public',
          description,
          tags,
          latest_version: '1.0.0',
        },
      ],
    });
  });

  it('follows the visibility of a package: private by default, public and private again when published so', async () => {
    const reader = await t.actors.bearer({ scopes: READ, resources: ['catalog'] });
    const shown = async (): Promise<boolean> =>
      idsIn(await reader.get('/v1/catalog')).includes('turns/files');
    await aVersion(admin, 'turns/files', '1.0.0').published();
    expect(await shown()).toBe(false);
    await aVersion(admin, 'turns/files', '1.1.0', { visibility: 'public' }).published();
    expect(await shown()).toBe(true);
    await aVersion(admin, 'turns/files', '1.2.0').published();
    expect(await shown()).toBe(true);
    await aVersion(admin, 'turns/files', '1.3.0', { visibility: 'private' }).published();
    expect(await shown()).toBe(false);
  });
});

describe('GET /v1/catalog?org=', () => {
  it.each([['catalog'], ['org/cat-a'], ['org/cat-b/catalog'], ['org/cat-a/mcp/closed'], ['org/*/mcp/*']])(
    'refuses a JWT on %s with 403',
    async (resource) => {
      const caller = await t.actors.bearer({ scopes: READ, resources: [resource] });
      expectForbidden(await caller.get('/v1/catalog?org=cat-a'));
    },
  );

  it('refuses members of another organization with 403', async () => {
    const member = await t.actors.member('cat-a', 'member');
    expectForbidden(await member.get('/v1/catalog?org=cat-b'));
    expectForbidden(await member.get('/v1/catalog?org=unknown'));
  });

  it.each<[string[], string[]]>([
    [['org/cat-a/catalog'], ['cat-a/open']],
    [['org/*/catalog'], ['cat-a/open']],
    [['org/cat-a/'], ['cat-a/closed', 'cat-a/open']],
    [
      ['org/cat-a/catalog', 'org/cat-a/mcp/*'],
      ['cat-a/closed', 'cat-a/open'],
    ],
    [['org/'], ['cat-a/closed', 'cat-a/open']],
  ])('shows a JWT on %j the packages of that organization only', async (resources, expected) => {
    expect(await sees(await t.actors.bearer({ scopes: READ, resources }), '?org=cat-a')).toEqual(expected);
  });

  it.each(['unknown', 'CAT-A', 'cat-', 'cat_a'])('answers an empty list for %s', async (org) => {
    expect((await admin.get(`/v1/catalog?org=${org}`)).body).toEqual({ packages: [] });
  });
});

describe('GET /v1/catalog refuses with 400', () => {
  it.each([
    ['org', 'org='],
    ['org', 'org=-a'],
    ['org', 'org=a%2Fb'],
    ['org', `org=${'a'.repeat(40)}`],
    ['org', 'org=cat-a&org=cat-b'],
    ['q', `q=${'a'.repeat(201)}`],
    ['q', 'q=a%00b'],
    ['q', 'q=a&q=b'],
    ['limit', 'limit='],
    ['limit', 'limit=0'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1001'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=1e2'],
    ['limit', 'limit=0x10'],
    ['limit', 'limit=%2010'],
    ['limit', 'limit=ten'],
    ['limit', 'limit=NaN'],
    ['limit', 'limit=99999999999999999999'],
    ['limit', 'limit=1&limit=2'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=x'],
    ['cursor', 'cursor=%00'],
    ['cursor', `cursor=${Buffer.from('{}').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('null').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["a"]').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["a","b","c"]').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["a",7]').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["a","\\u0000"]').toString('base64url')}`],
    ['cursor', `cursor=${'a'.repeat(1025)}`],
    ['cursor', 'limit=1&cursor=x&cursor=y'],
  ])('a bad %s: %s', async (field, query) => {
    expectRefused(await admin.get(`/v1/catalog?${query}`), 400, field);
  });

  it('malformed percent-encoding, or treats it as text, but never fails', async () => {
    const { status } = await admin.get('/v1/catalog?q=%E0%A4%A');
    expect([200, 400]).toContain(status);
  });
});

describe('GET /v1/catalog?q=', () => {
  beforeAll(async () => {
    const make = (name: string, change: object = {}): Promise<ApiResponse> =>
      publish(admin, `query/${name}`, '1.0.0', change);
    await make('files_a');
    await make('filesXa');
    await make('percent', { description: '100% sure' });
    await make('hundred', { description: '100 sure' });
    await make('slash', { description: 'a\\b' });
    await make('tagged', { tags: ['Database', 'sql'] });
    await make('umlaut', { description: 'Übungen für École' });
    await make('wide', { description: 'ＬＡＮＴＥＲＮ ﬁnds' });
  });

  it.each([
    ['part of a name', 'lesX', ['query/filesXa']],
    ['part of the id', 'query/files', ['query/files_a', 'query/filesXa']],
    ['another case', 'FILESxA', ['query/filesXa']],
    ['`_`, literally', 'files_a', ['query/files_a']],
    ['only `_`', '_', ['query/files_a']],
    ['`%`, literally', '%', ['query/percent']],
    ['`%` in a text', '0% s', ['query/percent']],
    ['a backslash', '\\', ['query/slash']],
    ['a backslash before a wildcard', '\\%', []],
    ['a quote', `'`, []],
    ['a tag in another case', 'dataBASE', ['query/tagged']],
    ['words of two tags, in any order', 'sql database', ['query/tagged']],
    ['no words that are not all there', 'database nowhere', []],
    ['a text with umlauts as it is written', 'Übungen für École', ['query/umlaut']],
    ['a text with umlauts in lower case', 'übungen für école', ['query/umlaut']],
    ['a text whose accents are letters of their own', 'u\u0308bungen E\u0301cole', ['query/umlaut']],
    ['full-width letters and ligatures by plain ones', 'lantern finds', ['query/wide']],
    ['without a match', 'no such text', []],
  ])('finds %s', async (_what, q, expected) => {
    const found = idsIn(await admin.get(`/v1/catalog?org=query&q=${encodeURIComponent(q)}`));
    expect(found).toEqual([...expected].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')));
  });

  it('returns everything for an empty text', async () => {
    expect(idsIn(await admin.get('/v1/catalog?org=query&q='))).toHaveLength(8);
  });

  it('finds no private package that the caller may not see', async () => {
    const reader = await t.actors.bearer({ scopes: READ, resources: ['catalog'] });
    expect(idsIn(await reader.get('/v1/catalog?q=100'))).toEqual([]);
    expect(idsIn(await admin.get('/v1/catalog?q=100'))).toEqual(['query/hundred', 'query/percent']);
  });
});

describe('latest_version', () => {
  const latestOf = async (name: string): Promise<unknown> => {
    const { body } = await admin.get(`/v1/catalog?org=latest&q=${name}`);
    return (body.packages as Entry[])[0]?.latest_version;
  };

  it.each<[string, readonly string[], string]>([
    ['the highest release', ['1.9.0', '1.10.0', '1.2.10'], '1.10.0'],
    ['a release before a higher pre-release', ['1.0.0', '2.0.0-rc.1'], '1.0.0'],
    [
      'the highest pre-release when there is no release',
      ['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-alpha'],
      '1.0.0-beta.11',
    ],
    ['the highest release, not the newest', ['2.0.0', '1.0.1'], '2.0.0'],
  ])('is %s', async (what, versions, expected) => {
    const name = what.replace(/[^a-z]/g, '-');
    for (const version of versions) await aVersion(admin, `latest/${name}`, version).published();
    expect(await latestOf(name)).toBe(expected);
  });

  it('is null until something is published: a draft or an ingested version does not count', async () => {
    await aVersion(admin, 'latest/none', '1.0.0').draft();
    expect(await latestOf('none')).toBeNull();
    await aVersion(admin, 'latest/none', '1.1.0').uploaded();
    expect(await latestOf('none')).toBeNull();
    await setStatus(admin, 'latest/none', '1.1.0', 'published');
    expect(await latestOf('none')).toBe('1.1.0');
  });

  it('is never revoked: the next one replaces it, and null after the last', async () => {
    await aVersion(admin, 'latest/gone', '1.0.0').published();
    await aVersion(admin, 'latest/gone', '2.0.0').revoked();
    expect(await latestOf('gone')).toBe('1.0.0');
    await setStatus(admin, 'latest/gone', '1.0.0', 'revoked');
    expect(await latestOf('gone')).toBeNull();
  });
});
