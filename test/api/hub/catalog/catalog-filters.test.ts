import { beforeAll, describe, expect, it } from '@jest/globals';
import { narrowedBy, type CatalogFilter } from '../../../../src/hub/catalog/mcps/catalog-filter.js';
import {
  pageStatement,
  visibleTo,
  type McpOrder,
} from '../../../../src/hub/catalog/mcps/mcp-lists.read-model.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aMcp, aTerm } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';
import { visitedRows } from '../../../support/visited-rows.js';

const { t, actors } = await useHub();

const MCPS = '/api/v1/mcps';
const FACETS = `${MCPS}/facets`;
const named = async (query: string, caller: ApiClient = actors.anonymous): Promise<string[]> =>
  ((await caller.get(`${MCPS}?limit=100&${query}`)).body.mcps as { name: string }[]).map(({ name }) => name);
const facets = async (query: string, caller: ApiClient = actors.anonymous) =>
  (await caller.get(`${FACETS}?${query}`)).body;

/** Creates an MCP; with a score, its newest version has that and the level. */
async function scored(
  change: Readonly<Record<string, unknown>>,
  score?: number,
  level = 1,
  tags: readonly string[] = [],
) {
  const mcp = await aMcp(t, change);
  const version = await mcp.version();
  if (score !== undefined) await version.snapshot({ global_score: score, certification_level: level });
  for (const tag of tags) await t.rows('INSERT INTO mcp_tag VALUES ($1, $2)', [mcp.id, tag]);
  return mcp;
}

describe.each([MCPS, FACETS])('GET %s answers 400 naming', (path) => {
  it.each([
    ['category', 'category='],
    ['category', `category=${'x'.repeat(51)}`],
    ['category', 'category=%00'],
    ['category', 'category=a&category=b'],
    ['tag', 'tag='],
    ['language', 'language='],
    ['language', `language=${'x'.repeat(51)}`],
    ['min_level', 'min_level=4'],
    ['min_level', 'min_level=-1'],
    ['min_level', 'min_level=1.5'],
    ['min_level', 'min_level='],
    ['min_score', 'min_score=101'],
    ['min_score', 'min_score=high'],
    ['featured', 'featured=1'],
    ['featured', 'featured='],
    ['q', 'q=a&query=b'],
  ])('%s for %s', async (field, query) => {
    const { status, body } = await actors.anonymous.get(`${path}?${query}`);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad_request' });
    expect(body.message).toMatch(new RegExp(`^${field}(\\[\\])? `));
  });
});

describe('GET /api/v1/mcps?sort= answers 400 for', () => {
  it.each([
    ['sort=', /^sort must be one of/],
    ['sort=oldest', /^sort must be one of/],
    ['sort=name&sort=score', /^sort must be given only once/],
  ])('%s', async (query, message) => {
    const { status, body } = await actors.anonymous.get(`${MCPS}?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});

describe('the catalog', () => {
  let org: Awaited<ReturnType<typeof actors.organization>>;
  beforeAll(async () => {
    org = await actors.organization();
    const [files, mail] = [
      await aTerm(t, 'category', 'filter-files'),
      await aTerm(t, 'category', 'filter-mail'),
    ];
    const [fast, safe] = [await aTerm(t, 'tag', 'filter-fast'), await aTerm(t, 'tag', 'filter-safe')];
    const python = { language: 'Python' };
    await scored({ name: 'filter/a', category_id: files }, 95, 3, [fast, safe]);
    await scored({ name: 'filter/b', category_id: files, ...python, featured: true }, 80, 2, [safe]);
    await scored({ name: 'filter/c', category_id: mail, ...python }, 49, 0, [fast]);
    await scored({ name: 'filter/d', language: '' });
    await scored(
      { name: 'filter/e', category_id: mail, visibility: 'private', org_id: org.id, language: 'Go' },
      70,
    );
  });

  it.each([
    ['category=filter-files', ['b', 'a']],
    ['category=unknown', []],
    ['tag=filter-fast', ['c', 'a']],
    ['tag=unknown', []],
    ['language=Python', ['c', 'b']],
    ['language=python', []],
    ['min_level=2', ['b', 'a']],
    ['min_level=0', ['c', 'b', 'a']],
    ['min_score=80', ['b', 'a']],
    ['min_score=100', []],
    ['featured=true', ['b']],
    ['featured=false', ['d', 'c', 'a']],
    ['category=filter-files&tag=filter-safe&language=Python&min_level=1&min_score=50&featured=true', ['b']],
    ['category=filter-files&language=Go', []],
    ['sort=newest', ['d', 'c', 'b', 'a']],
    ['sort=name', ['a', 'b', 'c', 'd']],
    ['sort=score', ['a', 'b', 'c', 'd']],
    ['sort=score&tag=filter-fast', ['a', 'c']],
  ])('lists by %s, with and without a search', async (query, expected) => {
    const names = expected.map((name) => `filter/${name}`);
    expect(await named(`q=filter/&${query}`)).toEqual(names);
    const all = await named(query);
    expect(all.filter((name) => name.startsWith('filter/'))).toEqual(names);
  });

  it.each(['sort=score', 'sort=name', 'sort=newest&min_score=0', 'language=TypeScript'])(
    'has consistent pages: %s',
    async (query) => {
      for (let index = 0; index < 9; index += 1) {
        await scored({ name: `filter-page/${query.length}-${index}` }, (index * 37) % 101);
      }
      const all = await named(query);
      for (let offset = 0; offset <= all.length; offset += 1) {
        const { body } = await actors.anonymous.get(`${MCPS}?${query}&limit=4&offset=${offset}`);
        expect(body.total).toBe(all.length);
        expect(body.mcps.map(({ name }: { name: string }) => name)).toEqual(all.slice(offset, offset + 4));
      }
    },
  );

  it('filters private MCPs for members, and hides them from everyone else', async () => {
    const stranger = await actors.organization();
    for (const query of ['language=Go', 'category=filter-mail&min_score=60']) {
      expect(await named(query, org.owner)).toEqual(['filter/e']);
      expect(await named(query, stranger.owner)).toEqual([]);
      expect(await named(query)).toEqual([]);
    }
  });

  it('counts by facets, each without its own filter', async () => {
    expect(await facets('q=filter/')).toEqual({
      total: 4,
      categories: [
        { slug: 'filter-files', name: 'Name of filter-files', count: 2 },
        { slug: 'filter-mail', name: 'Name of filter-mail', count: 1 },
      ],
      tags: [
        { slug: 'filter-fast', name: 'Name of filter-fast', count: 2 },
        { slug: 'filter-safe', name: 'Name of filter-safe', count: 2 },
      ],
      languages: [
        { name: 'Python', count: 2 },
        { name: 'TypeScript', count: 1 },
      ],
      levels: [0, 1, 2, 3].map((level) => ({ level, count: level === 1 ? 0 : 1 })),
      scores: [
        { min: 0, max: 49, count: 1 },
        { min: 50, max: 69, count: 0 },
        { min: 70, max: 79, count: 0 },
        { min: 80, max: 89, count: 1 },
        { min: 90, max: 100, count: 1 },
      ],
      unscored: 1,
    });
    expect(await facets('q=filter/&language=Python&min_level=2')).toMatchObject({
      total: 1,
      categories: [{ slug: 'filter-files', count: 1 }],
      tags: [{ slug: 'filter-safe', count: 1 }],
      languages: [{ name: 'Python' }, { name: 'TypeScript' }],
      levels: [{ count: 1 }, { count: 0 }, { count: 1 }, { count: 0 }],
      unscored: 0,
    });
    expect(await facets('q=filter/&tag=filter-safe&min_score=90')).toMatchObject({
      total: 1,
      tags: [
        { slug: 'filter-fast', count: 1 },
        { slug: 'filter-safe', count: 1 },
      ],
      scores: [{ count: 0 }, { count: 0 }, { count: 0 }, { count: 1 }, { count: 1 }],
    });
  });

  it.each(['', 'category=filter-mail', 'tag=filter-safe', 'min_score=50&featured=false', 'language=Nothing'])(
    'has the total of the list: %s',
    async (query) => {
      const { body } = await org.owner.get(`${MCPS}?${query}`);
      expect((await facets(query, org.owner)).total).toBe(body.total);
    },
  );

  it('counts private MCPs for members alone', async () => {
    const [member, stranger] = [await actors.member(org.id, 'MEMBER'), await actors.organization()];
    expect((await facets('q=filter/e', member)).languages).toEqual([{ name: 'Go', count: 1 }]);
    for (const caller of [stranger.owner, actors.anonymous]) {
      expect(await facets('q=filter/e', caller)).toMatchObject({ total: 0, languages: [], unscored: 0 });
    }
  });

  it('follows the newest version, whatever happens to versions', async () => {
    const mcp = await aMcp(t, { name: 'following/one' });
    const found = () => named('q=following/one&min_score=0');
    expect(await found()).toEqual([]);
    const first = await mcp.version();
    await first.snapshot({ global_score: 60 });
    expect(await found()).toEqual(['following/one']);
    const second = await mcp.version();
    expect(await found()).toEqual([]);
    await first.snapshot({ global_score: 61 });
    expect(await found()).toEqual([]);
    await t.rows('DELETE FROM mcp_version WHERE id = $1', [second.id]);
    expect(await named('q=following/one&min_score=61')).toEqual(['following/one']);
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect(await found()).toEqual([]);
  });
});

describe('among three thousand MCPs', () => {
  beforeAll(async () => {
    await t.rows(
      `INSERT INTO mcp (id, name, name_key, description, repo_url, repo_key, visibility, origin, language, latest_score,
                        created_at, updated_at)
       SELECT gen_random_uuid(), 'many/m-' || md5(n::text), 'many/m-' || md5(n::text), 'server number ' || n,
              'https://example.com/' || n, 'example.com/' || n, 'public', 'community', 'Language ' || n % 300, n % 101,
              now() + n * interval '1 second', now()
         FROM generate_series(1, 3000) n`,
    );
    await t.rows('ANALYZE mcp');
  });

  const planOf = async ({
    sql,
    values,
  }: {
    readonly sql: string;
    readonly values: readonly unknown[];
  }): Promise<string> =>
    (await t.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  const page = (filter: CatalogFilter, order: McpOrder, offset = 0) =>
    pageStatement(narrowedBy(visibleTo([]), filter), undefined, { limit: 20, offset }, order);

  it.each<[McpOrder, string]>([
    ['score', 'mcp_score_idx'],
    ['name', 'mcp_public_name_idx'],
  ])('the first and the last page by %s are read in index order', async (order, index) => {
    expect(await planOf(page({}, order))).toMatch(new RegExp(`Index (Only )?Scan using ${index}`));
    expect(await planOf(page({}, order, 2990))).toMatch(
      new RegExp(`Index (Only )?Scan Backward using ${index}`),
    );
  });

  it('a language is found by its index', async () => {
    expect(await planOf(page({ language: 'Language 7' }, 'newest'))).toContain('mcp_public_language_idx');
  });

  it('a score is found by its index', async () => {
    expect(await planOf(page({ minScore: 99 }, 'score'))).toContain('mcp_score_idx');
  });

  it.each([
    ['one server', 'q=number%202987', 1],
    ['a rare word beside one that all have', 'q=server%20number%202987', 1],
    ['nothing', 'q=no-such-server', 0],
  ])('a search for %s visits what it finds, and few others', async (_what, query, total) => {
    expect((await actors.anonymous.get(`${MCPS}?${query}`)).body.total).toBe(total);
    expect(await visitedRows(t, () => actors.anonymous.get(`${MCPS}?${query}`))).toBeLessThan(50);
  });

  it('a search for a word that all have visits each MCP at most twice', async () => {
    const { body } = await actors.anonymous.get(`${MCPS}?q=server`);
    expect(body.total).toBeGreaterThanOrEqual(3000);
    const visited = await visitedRows(t, () => actors.anonymous.get(`${MCPS}?q=server`));
    expect(visited).toBeLessThan(2 * body.total + 200);
  });

  it('facets read each MCP at most twice', async () => {
    const { owner } = await actors.organization();
    const { total } = await facets('language=Language 7', owner);
    expect(total).toBe(10);
    const { body } = await owner.get(MCPS);
    expect(await visitedRows(t, () => owner.get(FACETS))).toBeLessThan(2 * body.total + 200);
  });
});
