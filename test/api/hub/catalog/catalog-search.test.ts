import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  filteredBy,
  pageStatement,
  visibleTo,
} from '../../../../src/hub/catalog/mcps/mcp-lists.read-model.js';
import { searchTerm } from '../../../../src/hub/catalog/mcps/search-term.js';
import type { ApiResponse } from '../../../support/api-client.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const search = (query: string): Promise<ApiResponse> => actors.anonymous.get(`/api/v1/mcps?${query}`);
const found = async (text: string): Promise<string[]> =>
  ((await search(`q=${encodeURIComponent(text)}`)).body.mcps as { name: string }[]).map(({ name }) => name);

describe('GET /api/v1/mcps?q= answers 400 for', () => {
  it.each([
    ['NUL', 'q', 'q=%00'],
    ['a line break', 'q', 'q=a%0Ab'],
    ['a tab', 'query', 'query=a%09b'],
    ['an invisible control character', 'q', 'q=a%C2%85b'],
    ['more than 200 characters', 'q', `q=${'x'.repeat(201)}`],
    ['10 kB', 'q', `q=${'x'.repeat(10_000)}`],
    ['one that is repeated', 'q', 'q=a&q=a'],
    ['q and query that differ', 'q', 'q=a&query=b'],
    ['q and query of which one is empty', 'q', 'q=&query=b'],
  ])('%s', async (_what, field, query) => {
    const { status, body } = await search(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'bad_request', message: expect.stringMatching(`^${field} must `) });
  });

  it.each(['q=%ff', 'q=%', 'q=%zz', 'q=%c3', 'q=%ed%a0%80', '%ff=a', 'offset=%'])(
    'broken percent-encoding: %s',
    async (query) => {
      const { status, body } = await search(query);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'bad_request',
        message: 'malformed percent-encoding',
        code: 'BAD_REQUEST',
      });
    },
  );
});

describe('GET /api/v1/mcps?q=', () => {
  beforeAll(async () => {
    await aMcp(t, { name: 'find/other', description: 'It finds Lantern oil' });
    await aMcp(t, { name: 'find/my-lantern-too', description: '' });
    await aMcp(t, { name: 'find/lantern-kit', description: '' });
    await aMcp(t, { name: 'lanterns/of-old', description: '' });
    await aMcp(t, { name: 'Find/Lantern', description: '' });
    await aMcp(t, { name: 'more/lantern', description: '' });
    await aMcp(t, { name: 'more/described', description: 'a lantern' });
    await aMcp(t, { name: 'more/lantern-private', visibility: 'private' });
    await aMcp(t, { name: 'literal/percent', description: '100% sure' });
    await aMcp(t, { name: 'literal/hundred', description: '100 sure' });
    await aMcp(t, { name: 'literal/under_score', description: '' });
    await aMcp(t, { name: 'literal/underXscore', description: '' });
    await aMcp(t, { name: 'literal/slash', description: 'back\\slash' });
    await aMcp(t, { name: 'literal/letters', description: 'Übungen für École, файлы, 日本語ツール' });
  });

  it('ranks exact names before prefixes, other substrings and descriptions; newest first', async () => {
    expect(await found('lantern')).toEqual([
      'more/lantern',
      'Find/Lantern',
      'lanterns/of-old',
      'find/lantern-kit',
      'find/my-lantern-too',
      'more/described',
      'find/other',
    ]);
  });

  it('ranks whole words before parts of words', async () => {
    expect(await found('kit lantern')).toEqual(['find/lantern-kit']);
    await aMcp(t, { name: 'rank/oiled-lamps', description: '' });
    await aMcp(t, { name: 'rank/lamp-oil', description: '' });
    await aMcp(t, { name: 'rank/described-parts', description: 'lamps, oiled' });
    await aMcp(t, { name: 'rank/described', description: 'oil for a lamp' });
    await aMcp(t, { name: 'rank/newest', description: 'oils for lamps' });
    expect(await found('lamp oil')).toEqual([
      'rank/lamp-oil',
      'rank/oiled-lamps',
      'rank/described',
      'rank/newest',
      'rank/described-parts',
    ]);
  });

  it('also matches the full name exactly', async () => {
    expect(await found('find/lantern')).toEqual(['Find/Lantern', 'find/lantern-kit']);
  });

  it.each([
    ['another case', 'LANTERN-KIT', ['find/lantern-kit']],
    ['blanks around it', '  lantern-kit ', ['find/lantern-kit']],
    ['two letters', 'ix', []],
    ['two letters', 'oo', ['find/my-lantern-too']],
    ['`%` alone', '%', ['literal/percent']],
    ['`%` in a text', '100% s', ['literal/percent']],
    ['`_` in a text', 'under_score', ['literal/under_score']],
    ['`_` alone', '_', ['literal/under_score']],
    ['a backslash', '\\', ['literal/slash']],
    ['a backslash in a text', 'back\\slash', ['literal/slash']],
    ['a backslash before a wildcard', 'back\\%', []],
    ['letters with diacritics, in another case', 'ÜBUNGEN FÜR é', ['literal/letters']],
    ['Cyrillic', 'ФАЙЛ', ['literal/letters']],
    ['Japanese', '日本語', ['literal/letters']],
    ['a quote', `'; DROP TABLE mcp; --`, []],
    ['an emoji', '🏮', []],
    ['words of name and description', 'other It finds', ['find/other']],
    ['words in any order', 'OIL lantern', ['find/other']],
    ['no words that are not all there', 'lantern nowhere', []],
    ['full-width letters', 'ＬＡＮＴＥＲＮ－ＫＩＴ', ['find/lantern-kit']],
    ['a letter and its accent apart', 'E\u0301cole u\u0308bungen', ['literal/letters']],
    ['a ligature', 'ﬁnds oil', ['find/other']],
  ])('finds %s literally', async (_what, text, names) => {
    expect(await found(text)).toEqual(names);
  });

  it('is the same as query, and an empty one matches everything', async () => {
    const everything = (await search('')).body;
    for (const query of ['q=', 'query=', 'q=%20', 'q=&query=']) {
      expect((await search(query)).body).toEqual(everything);
    }
    const { body } = await search('query=lantern-kit');
    expect(body).toMatchObject({ total: 1, mcps: [{ name: 'find/lantern-kit' }] });
    expect((await search('q=lantern-kit&query=lantern-kit')).body).toEqual(body);
  });

  it('has the exact total on every page, and consistent pages', async () => {
    const all = await found('lantern');
    for (let offset = 0; offset <= all.length; offset += 2) {
      const { body } = await search(`q=lantern&limit=2&offset=${offset}`);
      expect(body).toMatchObject({ total: all.length, limit: 2, offset });
      expect(body.mcps.map(({ name }: { name: string }) => name)).toEqual(all.slice(offset, offset + 2));
    }
    expect((await search('q=lantern&offset=2147483647')).body).toMatchObject({ mcps: [], total: all.length });
  });
});

describe('among three thousand MCPs', () => {
  beforeAll(async () => {
    await t.rows(
      `INSERT INTO mcp (id, name, name_key, description, repo_url, repo_key, visibility, origin, created_at, updated_at)
       SELECT gen_random_uuid(), 'many/m-' || md5(n::text), 'many/m-' || md5(n::text), 'server number ' || n,
              'https://example.com/' || n, 'example.com/' || n, 'public', 'community',
              now() + n * interval '1 second', now()
         FROM generate_series(1, 3000) n`,
    );
    await t.rows('ANALYZE mcp');
  });

  const planOf = async (
    selection: Parameters<typeof pageStatement>[0],
    text: string | undefined,
    offset = 0,
  ): Promise<string> => {
    const { sql, values } = pageStatement(selection, searchTerm(text), { limit: 20, offset });
    const rows = await t.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['the public', visibleTo([])],
    ['members', visibleTo(['00000000-0000-4000-8000-000000000000'])],
    ['administrators', filteredBy({})],
  ])('a selective term is found by the trigram index, for %s', async (_who, selection) => {
    expect(await planOf(selection, 'number 2711')).toContain('mcp_search_idx');
  });

  it('a text without a trigram does not use the index', async () => {
    expect(await planOf(visibleTo([]), 'se')).not.toContain('mcp_search_idx');
  });

  it('the first and the last page are read in index order', async () => {
    expect(await planOf(visibleTo([]), undefined, 0)).toMatch(
      /Index (Only )?Scan Backward using mcp_public_idx/,
    );
    expect(await planOf(visibleTo([]), undefined, 2990)).toMatch(/Index (Only )?Scan using mcp_public_idx/);
  });
});
