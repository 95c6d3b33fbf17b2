import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import { insertPackages, type StoredPackage } from '../../support/stored-packages.js';
import { useTestApp } from '../../support/suite.js';
import { visitedRows } from '../../support/visited-rows.js';

const ORGANIZATIONS = 60;
const PACKAGES = 6_000;

/** The private packages of one organization, which sorts before the others in the catalog. */
const PRIVATE = 6_000;

const number = (index: number): string => String(index).padStart(4, '0');

/** Every third package is private; `server` occurs in all of them, other texts in one of 2, 40 or 6,000. */
const packageAt = (index: number): StoredPackage => ({
  org: `owner-${index % ORGANIZATIONS}`,
  name: `server-${number(index)}`,
  visibility: index % 3 === 0 ? 'private' : 'public',
  description: `${index % 2 === 0 ? 'Reads' : 'Writes'} files${index % 40 === 7 ? ' of a mainframe' : ''}, x${index}y`,
  tags: [`tag${index % 50}`, ...(index === 4321 ? ['Q7'] : [])],
});
const ALL = Array.from({ length: PACKAGES }, (_, index) => packageAt(index));

let anonymous: ApiClient;
let admin: ApiClient;
let member: ApiClient;
let bigMember: ApiClient;
const t = await useTestApp({ PUBLIC_READ_CATALOG: 'true', LOG_LEVEL: 'silent' });
beforeAll(async () => {
  anonymous = t.actors.anonymous;
  admin = await t.actors.admin();
  member = await t.actors.member('owner-6');
  bigMember = await t.actors.member('big');
  await insertPackages(t, ALL);
  await insertPackages(
    t,
    Array.from({ length: PRIVATE }, (_, index) => ({
      org: 'big',
      name: `p-${number(index)}`,
      visibility: 'private',
      description: 'Keeps files',
    })),
  );
});

const idOf = ({ org, name }: StoredPackage): string => `${org}/${name}`;

// In the order of the collation C.
const inOrder = (packages: readonly StoredPackage[]): string[] =>
  packages
    .map(({ org, name }) => [org, name] as const)
    .sort(([a, b], [c, d]) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1))
    .map(([org, name]) => `${org}/${name}`);

async function idsAt(caller: ApiClient, query: string): Promise<string[]> {
  const { status, body } = await caller.get(`/v1/catalog?${query}`);
  expect(status).toBe(200);
  return (body.packages as { id: string }[]).map(({ id }) => id);
}

/** All pages of a query, following the Link headers. */
async function pagesAt(caller: ApiClient, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let path: string | undefined = `/v1/catalog?${query}`; path !== undefined;) {
    const { body, headers } = await caller.get(path);
    ids.push(...(body.packages as { id: string }[]).map(({ id }) => id));
    const [, next] = /^<[^>]*(\/v1\/catalog\?[^>]*)>/.exec(headers.get('link') ?? '') ?? [];
    path = next;
  }
  return ids;
}

/** The expected results of a search, by definition. */
function expected(q: string, sees: (found: StoredPackage) => boolean): string[] {
  const text = q.toLowerCase();
  const holds = (found: StoredPackage): boolean =>
    [idOf(found), found.description ?? '', ...(found.tags ?? [])].some((part) =>
      part.toLowerCase().includes(text),
    );
  return inOrder(ALL.filter((found) => sees(found) && holds(found)));
}

const isPublic = ({ visibility }: StoredPackage): boolean => visibility === 'public';

describe('a search of the catalog', () => {
  it.each([
    ['common', 'server'],
    ['found in half of the packages', 'READS FILES'],
    ['found in one of forty', 'mainframe'],
    ['found once', 'x4321y'],
    ['found nowhere', 'x4321z'],
    ['too short for the index, and rare', 'q7'],
    ['too short for the index, and common', 'fi'],
    ['without letters', '-'],
    ['found nowhere, without letters', '??'],
    ['an id', 'owner-6/server-0006'],
  ])('finds what is %s (%s): the same in one response as on pages', async (_what, q) => {
    const query = `q=${encodeURIComponent(q)}`;
    const all = expected(q, isPublic);
    expect(await idsAt(anonymous, query)).toEqual(all);
    expect(await pagesAt(anonymous, `${query}&limit=1000`)).toEqual(all);
    expect(await idsAt(anonymous, `${query}&limit=20`)).toEqual(all.slice(0, 20));
  });

  it('has pages that equal the whole result for any text and limit, and shows members their private packages', async () => {
    const texts = fc.oneof(
      fc.constantFrom('mainframe', 'tag1', 'tag49', 'x12', 'writes', 'owner-6/', 'r-00', '1', 'y'),
      fc.nat(PACKAGES - 1).map((index) => `x${index}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 100, max: 1000 }), fc.boolean(), async (q, limit, ofOrg) => {
        const sees = (found: StoredPackage): boolean =>
          (isPublic(found) || found.org === 'owner-6') && (!ofOrg || found.org === 'owner-6');
        const query = `q=${encodeURIComponent(q)}${ofOrg ? '&org=owner-6' : ''}`;
        expect(await pagesAt(member, `${query}&limit=${limit}`)).toEqual(expected(q, sees));
      }),
      { numRuns: 25 },
    );
  });
});

// The embedded database never gathers statistics; a server does at some point.
describe.each(['without statistics', 'with statistics'])('rows that a request visits, %s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await t.rows('ANALYZE');
  });

  const callers = { anonymous: () => anonymous, member: () => member, admin: () => admin };
  const last = Buffer.from(JSON.stringify(['owner-9', 'server-5900'])).toString('base64url');

  it.each<[keyof typeof callers, string]>([
    ['anonymous', 'limit=20'],
    ['anonymous', `limit=20&cursor=${last}`],
    ['anonymous', 'limit=20&org=owner-7'],
    ['anonymous', 'limit=20&org=OWNER-7'],
    ['anonymous', 'limit=20&q=server'],
    ['member', 'limit=20'],
    ['member', `limit=20&cursor=${last}`],
    ['member', 'limit=20&org=owner-6'],
    ['admin', 'limit=20'],
    ['admin', `limit=20&cursor=${last}`],
  ])('a page for %s: %s', async (caller, query) => {
    expect(await visitedRows(t, () => callers[caller]().get(`/v1/catalog?${query}`))).toBeLessThan(300);
  });

  it.each(['x4321y', 'x4321z', 'owner-6/server-0006'])('a search for %s', async (q) => {
    const query = `limit=20&q=${encodeURIComponent(q)}`;
    expect(await visitedRows(t, () => anonymous.get(`/v1/catalog?${query}`))).toBeLessThan(500);
  });

  // The caller owns the token and can read all of the organization; the token covers little of it.
  const tokenFor = (...patterns: readonly string[]): Promise<ApiClient> =>
    t.actors.apiToken(
      { scopes: ['mcp:catalog:read'], resources: ['catalog', 'org/big/catalog', ...patterns] },
      bigMember,
    );
  const bigIdsAt = async (caller: ApiClient, query: string): Promise<string[]> =>
    (await idsAt(caller, query)).filter((id) => id.startsWith('big/'));
  const after = Buffer.from(JSON.stringify(['big', 'p-3000'])).toString('base64url');

  it.each<[string, string[]]>([
    ['limit=20', ['big/p-0007', 'big/p-5998', 'big/p-5999']],
    [`limit=20&cursor=${after}`, ['big/p-5998', 'big/p-5999']],
    [`limit=20&cursor=${last}`, []],
    ['limit=20&org=big', ['big/p-0007', 'big/p-5998', 'big/p-5999']],
    ['limit=20&org=owner-7', []],
    ['limit=2', ['big/p-0007', 'big/p-5998']],
    ['limit=20&q=files', ['big/p-0007', 'big/p-5998', 'big/p-5999']],
    ['limit=20&q=p-599', ['big/p-5998', 'big/p-5999']],
    ['limit=20&q=p-300', []],
    ['q=p-0007', ['big/p-0007']],
  ])('a page for a token of single packages of a large organization: %s', async (query, expected) => {
    const caller = await tokenFor(
      'org/big/mcp/p-5999',
      'org/big/mcp/p-0007',
      'org/big/mcp/p-5998',
      'org/big/mcp/P-0001',
      'org/big/mcp/none',
    );
    expect(await bigIdsAt(caller, query)).toEqual(expected);
    expect(await visitedRows(t, () => caller.get(`/v1/catalog?${query}`))).toBeLessThan(
      query.includes('q=') ? 2_000 : 300,
    );
  });

  it.each<[string, number]>([
    ['limit=20', 1.2],
    ['limit=20&org=big', 1.2],
    // The text index finds the hits of all organizations once; each hit of this one is then looked up.
    ['limit=20&q=files', 4.5],
  ])('a page for a token of a pattern reads its organization once: %s', async (query, times) => {
    const caller = await tokenFor('org/big/mcp/*-5999');
    expect(await bigIdsAt(caller, query)).toEqual(['big/p-5999']);
    expect(await visitedRows(t, () => caller.get(`/v1/catalog?${query}`))).toBeLessThan(times * PRIVATE);
  });

  it.each([
    ['', 1.2],
    ['&q=p-', 2.2],
    ['&q=files', 4.5],
  ])('all of an organization, once: ?org=big%s', async (query, times) => {
    expect(await bigIdsAt(bigMember, `org=big${query}`)).toHaveLength(PRIVATE);
    const read = () => bigMember.get(`/v1/catalog?org=big${query}`);
    expect(await visitedRows(t, read)).toBeLessThan(times * PRIVATE);
  });

  it('a response that the client has cached', async () => {
    const etag = (await anonymous.get('/v1/catalog?limit=1')).headers.get('etag') ?? '';
    const again = () => anonymous.get('/v1/catalog?limit=1', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    expect(await visitedRows(t, again, 304)).toBeLessThan(100);
  });
});

describe('the whole catalog', () => {
  it('waits for a client that does not read, without blocking the database for others', async () => {
    const wide = 'w'.repeat(2000);
    await insertPackages(
      t,
      Array.from({ length: 6000 }, (_, index) => ({ org: 'wide', name: `wide-${index}`, description: wide })),
    );
    const slow = request(`${t.url}/v1/catalog?org=wide`).end();
    const [answer] = (await once(slow, 'response')) as [import('node:http').IncomingMessage];
    // Twelve megabytes do not fit into the socket buffers of a connection.
    for (let round = 0; round < 20; round += 1) {
      expect(await idsAt(anonymous, 'limit=1&org=owner-7')).toHaveLength(1);
    }
    let length = 0;
    for await (const piece of answer) length += (piece as Buffer).length;
    expect(length).toBeGreaterThan(6000 * wide.length);
  });
});
