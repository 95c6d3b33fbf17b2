import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, publish, setStatus } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';

const PUBLIC_URL = 'https://registry.example/base';
const READ = ['mcp:catalog:read'];

let admin: ApiClient;
const t = await useTestApp({ PUBLIC_URL });
beforeAll(async () => {
  admin = await t.actors.admin();
});

const idsIn = ({ status, body }: ApiResponse): string[] => {
  expect(status).toBe(200);
  return (body.packages as { id: string }[]).map(({ id }) => id);
};

const idOf = (org: string, index: number): string => `${org}/p${String(index).padStart(5, '0')}`;

/** Inserts packages from `p00001` on; every `privateEach`th is private. Returns the ids of the others. */
async function insertPackages(org: string, count: number, privateEach = count + 1): Promise<string[]> {
  await t.actors.member(org, 'admin');
  await t.rows(
    `INSERT INTO registry_package (id, org_id, name, name_key, visibility, created_at)
     SELECT gen_random_uuid(), o.id, 'p' || lpad(i::text, 5, '0'), 'p' || lpad(i::text, 5, '0'),
            CASE WHEN i % $3 = 0 THEN 'private' ELSE 'public' END, now()
       FROM registry_organization o, generate_series(1, $2) i
      WHERE o.slug = $1`,
    [org, count, privateEach],
  );
  const all = Array.from({ length: count }, (_item, index) => index + 1);
  return all.filter((index) => index % privateEach !== 0).map((index) => idOf(org, index));
}

/** The path and query of the next page; undefined on the last one. */
function nextOf({ headers }: ApiResponse): string | undefined {
  const link = headers.get('link');
  if (link === null) return undefined;
  const [, url = ''] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
  expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/v1/catalog\\?`));
  return url.slice(PUBLIC_URL.length);
}

/** The ids of every page, following the Link headers. */
async function pagesOf(caller: ApiClient, first: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const page = await caller.get(path);
    pages.push(idsIn(page));
    path = nextOf(page);
    if (pages.length > 50) throw new Error('the pages never end');
  }
  return pages;
}

describe('GET /v1/catalog?limit=', () => {
  it.each([
    [1, [1, 1, 1, 1, 1, 1, 1]],
    [3, [3, 3, 1]],
    [6, [6, 1]],
    [7, [7]],
    [8, [7]],
    [1000, [7]],
  ])('%i pages to the end by following Link rel="next"', async (limit, sizes) => {
    const org = `paged-${limit}`;
    const ids = await insertPackages(org, 7);
    const pages = await pagesOf(admin, `/v1/catalog?org=${org}&limit=${limit}`);
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(pages.flat()).toEqual(ids);
  });

  it('keeps org, q and limit from page to page', async () => {
    await insertPackages('kept', 25);
    await insertPackages('kept-other', 25);
    const pages = await pagesOf(admin, '/v1/catalog?q=P0001&org=kept&limit=4');
    expect(pages.map((page) => page.length)).toEqual([4, 4, 2]);
    expect(pages.flat()).toEqual(Array.from({ length: 10 }, (_item, index) => idOf('kept', 10 + index)));
  });

  it('counts visible packages only: hidden ones leave no gaps in pages', async () => {
    const visible = await insertPackages('holes', 20, 2);
    const reader = await t.actors.bearer({
      scopes: READ,
      resources: ['org/holes/catalog', 'org/holes/mcp/p00002'],
    });
    const pages = await pagesOf(reader, '/v1/catalog?org=holes&limit=4');
    expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
    expect(pages.flat()).toEqual([...visible, idOf('holes', 2)].sort());
  });

  it('has no next page when only hidden packages follow', async () => {
    await insertPackages('tail', 4, 4);
    const reader = await t.actors.bearer({ scopes: READ, resources: ['org/tail/catalog'] });
    const page = await reader.get('/v1/catalog?org=tail&limit=3');
    expect(idsIn(page)).toHaveLength(3);
    expect(page.headers.get('link')).toBeNull();
  });

  it('orders by organization, then by name, and continues across organizations', async () => {
    await insertPackages('order-1', 2);
    await insertPackages('order', 2);
    await insertPackages('ORDER-2', 2);
    const pages = await pagesOf(admin, '/v1/catalog?q=order&limit=1');
    const all = pages.flat();
    expect(new Set(all).size).toBe(6);
    expect(all).toEqual(idsIn(await admin.get('/v1/catalog?q=order')));
    const orgs = all.map((id) => id.split('/')[0]);
    expect(orgs.filter((org, index) => org !== orgs[index - 1])).toHaveLength(3);
  });

  it('neither repeats nor skips packages when others are added meanwhile', async () => {
    await insertPackages('moving', 4);
    const first = await admin.get('/v1/catalog?org=moving&limit=2');
    expect(idsIn(first)).toEqual([idOf('moving', 1), idOf('moving', 2)]);
    await publish(admin, 'moving/a-first', '1.0.0');
    await publish(admin, 'moving/z-last', '1.0.0');
    const rest = await pagesOf(admin, nextOf(first) ?? '');
    expect(rest.flat()).toEqual([idOf('moving', 3), idOf('moving', 4), 'moving/z-last']);
  });

  it('shows a caller no more with the cursor of another', async () => {
    await insertPackages('borrowed', 6, 2);
    const next = nextOf(await admin.get('/v1/catalog?org=borrowed&limit=2')) ?? '';
    const reader = await t.actors.bearer({ scopes: READ, resources: ['org/borrowed/catalog'] });
    expect(idsIn(await reader.get(next))).toEqual([idOf('borrowed', 3), idOf('borrowed', 5)]);
  });
});

describe('GET /v1/catalog without limit', () => {
  it.each([1000, 2345])('streams all of %i packages, in order and without a Link', async (count) => {
    const ids = await insertPackages(`many-${count}`, count);
    const response = await admin.get(`/v1/catalog?org=many-${count}`);
    expect(idsIn(response)).toEqual(ids);
    expect(response.headers.get('link')).toBeNull();
    // Its size is unknown before it starts.
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('continues after a cursor', async () => {
    const ids = await insertPackages('after', 5);
    const next = nextOf(await admin.get('/v1/catalog?org=after&limit=2')) ?? '';
    const rest = await admin.get(next.replace('limit=2&', ''));
    expect(idsIn(rest)).toEqual(ids.slice(2));
  });
});

describe('ETag of GET /v1/catalog', () => {
  const etagOf = async (caller: ApiClient, path: string): Promise<string> => {
    const { headers } = await caller.get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    return etag;
  };

  // Without an explicit Cache-Control, fetch adds `no-cache` to every conditional request.
  const revalidate = (caller: ApiClient, path: string, etag: string): Promise<ApiResponse> =>
    caller.get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });

  it('answers 304 without a body to If-None-Match while nothing has changed', async () => {
    await publish(admin, 'same/files', '1.0.0');
    const path = '/v1/catalog?org=same';
    const etag = await etagOf(admin, path);
    for (const condition of [etag, `"other", ${etag}`, `W/${etag}`]) {
      const { status, text, headers } = await revalidate(admin, path, condition);
      expect({ status, text, etag: headers.get('etag') }).toEqual({ status: 304, text: '', etag });
    }
  });

  it('answers 304 to fetch as well, which sends Cache-Control: no-cache with If-None-Match', async () => {
    await publish(admin, 'fetched/files', '1.0.0');
    const path = '/v1/catalog?org=fetched';
    const headers = { 'if-none-match': await etagOf(admin, path) };
    // The directive is for intermediate caches; the origin still evaluates the condition (RFC 9110, 13.1.2).
    expect((await admin.get(path, { headers })).status).toBe(304);
  });

  it('lets no shared cache answer for another caller', async () => {
    const { headers } = await admin.get('/v1/catalog');
    expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
    expect(headers.get('cache-control')).not.toContain('public');
  });

  it.each<[string, (id: string) => Promise<ApiResponse>]>([
    ['a version is published', (id) => setStatus(admin, id, '1.0.0', 'published')],
    ['a version is revoked', (id) => setStatus(admin, id, '0.9.0', 'revoked')],
    [
      'the visibility changes',
      async (id) => {
        await aVersion(admin, id, '0.8.0', { visibility: 'public' }).uploaded();
        return setStatus(admin, id, '0.8.0', 'published');
      },
    ],
    ['the description changes', (id) => publish(admin, id, '1.1.0', { description: 'another' })],
    ['the tags change', (id) => publish(admin, id, '1.1.0', { tags: ['another'] })],
    ['a package is added', (id) => publish(admin, `${id}-too`, '1.0.0')],
  ])('changes when %s', async (what, change) => {
    const org = what.replaceAll(' ', '-');
    const path = `/v1/catalog?org=${org}`;
    await aVersion(admin, `${org}/files`, '0.9.0').published();
    await aVersion(admin, `${org}/files`, '1.0.0').uploaded();
    const before = await admin.get(path);
    const etag = await etagOf(admin, path);
    expect((await revalidate(admin, path, etag)).status).toBe(304);

    expect((await change(`${org}/files`)).status).toBe(200);
    const after = await revalidate(admin, path, etag);
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(before.text);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  it('changes when one package is hidden and another shown instead', async () => {
    const reader = await t.actors.bearer({ scopes: READ, resources: ['catalog'] });
    const path = '/v1/catalog?q=swap/';
    await aVersion(admin, 'swap/one', '1.0.0', { visibility: 'public' }).published();
    await publish(admin, 'swap/one', '1.1.0');
    await aVersion(admin, 'swap/two', '1.0.0', { visibility: 'private' }).published();
    const etag = await etagOf(reader, path);
    await aVersion(admin, 'swap/two', '1.1.0', { visibility: 'public' }).published();
    await aVersion(admin, 'swap/one', '1.2.0', { visibility: 'private' }).published();
    const after = await revalidate(reader, path, etag);
    expect(after.status).toBe(200);
    expect(idsIn(after)).toEqual(['swap/two']);
  });

  it('differs for a caller with more access, and after losing that access', async () => {
    const orgAdmin = await t.actors.member('sight', 'admin');
    const member = await t.actors.member('sight', 'member');
    await publish(orgAdmin, 'sight/closed', '1.0.0');
    const path = '/v1/catalog';
    const etag = await etagOf(member, path);
    expect((await revalidate(await t.actors.user('outsider'), path, etag)).status).toBe(200);
    await orgAdmin.delete(`/v1/org/sight/members/${member.username}`);
    const after = await revalidate(member, path, etag);
    expect(after.status).toBe(200);
    expect(idsIn(after)).not.toContain('sight/closed');
  });

  it('differs for another query or page', async () => {
    await insertPackages('queries', 4);
    const path = '/v1/catalog?org=queries';
    const first = await admin.get(`${path}&limit=2`);
    const etags = [
      await etagOf(admin, path),
      await etagOf(admin, `${path}&q=p`),
      await etagOf(admin, `${path}&limit=2`),
      await etagOf(admin, nextOf(first) ?? ''),
    ];
    expect(new Set(etags).size).toBe(etags.length);
  });
});
