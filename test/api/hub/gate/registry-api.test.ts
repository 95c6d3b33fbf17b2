import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import { allowListOf, npm, npmServer, npmVersion, unique } from '../../../support/allow-lists.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

interface Item {
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly packages?: readonly { readonly registryType: string; readonly identifier: string }[];
  };
  readonly _meta: Readonly<Record<string, { readonly status: string; readonly isLatest: boolean }>>;
}
const META = 'io.modelcontextprotocol.registry/official';
const namesIn = (body: { servers: Item[] }): string[] => body.servers.map(({ server }) => server.name);
const get = (path: string, headers: Record<string, string> = {}) =>
  gate.actors.anonymous.get(path, { headers });
const raw = (path: string, init: RequestInit = {}) => fetch(gate.actors.anonymous.url + path, init);

const repository = (repo: string) => ({
  kind: 'repository',
  url: repo,
  path: '',
  commit: commitOf('1'),
  ref: '',
});

describe('The lists refuse', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['updated_since=yesterday', 'updated_since'],
    ['include_deleted=maybe', 'include_deleted'],
    [`version=${'1'.repeat(256)}`, 'version'],
    [`search=${'a'.repeat(201)}`, 'search'],
  ])('%s with 400, in the format of the official registry', async (query, field) => {
    const { status, body } = await get(`/v0.1/servers?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(new RegExp(`^${field} `)) });
  });

  it.each([
    '/v0.1/servers/acme%2Fnothing/versions',
    '/v0.1/servers/acme%2Fnothing/versions/latest',
    '/v0.1/servers/acme/nothing/versions/1.0.0',
    '/v0.1/servers/%00/versions',
    '/v0.1/servers/a%2Fb%2Fc/versions',
    '/v0.1/nothing',
    '/v0.1',
    '/allow',
    '/allow/short/v0.1/servers',
    `/allow/${'a'.repeat(43)}/v0.1/servers`,
    `/allow/${'a'.repeat(43)}/managed-settings.json`,
    `/allow/${'a'.repeat(43)}/managed-mcp.json`,
    `/allow/${'a'.repeat(43)}`,
  ])('%s with 404, never 401 or 403, whatever the credentials', async (path) => {
    for (const authorization of [undefined, 'Bearer garbage', 'Basic Og==']) {
      const response = await raw(path, authorization === undefined ? {} : { headers: { authorization } });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    }
  });

  it('other methods with 405, and answer preflight requests with 204', async () => {
    const posted = await raw('/v0.1/servers', { method: 'POST', body: '{}' });
    expect(posted.status).toBe(405);
    expect(await posted.json()).toEqual({ error: expect.any(String) });
    for (const path of ['/v0.1/servers', '/v0.1/servers/a%2Fb/versions/latest', '/allow/x/v0.1/servers']) {
      const { status, headers } = await raw(path, { method: 'OPTIONS' });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toBe('GET, OPTIONS');
      expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
    }
    expect((await raw('/v0.1/servers?limit=x')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('GET /v0.1/servers', () => {
  it('takes an empty parameter for none, as the official registry does', async () => {
    const { name } = await npmServer(gate);
    const { status, body } = await get(`/v0.1/servers?cursor=&search=${name}&updated_since=&version=`);
    expect([status, namesIn(body)]).toEqual([200, [name]]);
  });

  it('lists the public servers in the format of the official registry', async () => {
    const repo = `https://github.com/Acme/Files-${unique()}`;
    await gate.server(
      uniqueName('public'),
      [{ commit: commitOf('1'), semver: '1.2.0', source: repository(repo) }],
      {
        repoUrl: repo,
      },
    );
    const name = repo.replace('https://github.com/', 'io.github.');
    const { status, body, headers } = await get(`/v0.1/servers?search=${encodeURIComponent(name)}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      servers: [
        {
          server: {
            $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
            name,
            description: name,
            version: '1.2.0',
            repository: { url: repo, source: 'github' },
          },
          _meta: {
            [META]: {
              status: 'active',
              statusChangedAt: expect.any(String),
              publishedAt: expect.any(String),
              updatedAt: expect.any(String),
              isLatest: true,
            },
          },
        },
      ],
      metadata: { count: 1 },
    });
    expect(headers.get('cache-control')).toBe('public, no-cache');
  });

  it('has packages of npm, and no bundle of the registry that opens in no client', async () => {
    const [name, digest] = [uniqueName('packed'), unique().padEnd(64, '0')];
    await gate.server(
      name,
      [
        npmVersion(`pkg-${name.slice(0, 12)}`, '1.0.0'),
        {
          commit: commitOf('2'),
          semver: '2.0.0',
          source: {
            kind: 'registry',
            org: 'acme',
            name: 'files',
            version: '2.0.0',
            bundle_digest: `sha256:${digest}`,
          },
        },
      ],
      { repoUrl: `https://git.example.com/acme/${unique()}` },
    );
    const { body } = await get(`/v0.1/servers?search=${name}`);
    const [bundled, packed] = body.servers as Item[];
    expect(packed?.server.packages).toEqual([
      {
        registryType: 'npm',
        identifier: `pkg-${name.slice(0, 12)}`,
        version: '1.0.0',
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
      },
    ]);
    expect(bundled?.server.packages).toBeUndefined();
  });

  it('pages with an opaque cursor, with every version once, also while others are added and removed', async () => {
    const mark = `page${unique()}`;
    for (let index = 0; index < 5; index += 1) {
      await gate.server(`${mark}-${index}/files`, [npmVersion(`${mark}-${index}`, '1.0.0')]);
    }
    const first = await get(`/v0.1/servers?search=${mark}&limit=2`);
    expect(first.body.metadata).toEqual({ count: 2, nextCursor: expect.stringMatching(/^[\w-]+$/) });
    await gate.server(`${mark}-0a/files`, [npmVersion(`${mark}-0a`, '1.0.0')]);
    await gate.t.rows('DELETE FROM mcp WHERE name = $1', [`${mark}-1/files`]);
    const rest: string[] = [];
    let cursor = first.body.metadata.nextCursor as string | undefined;
    while (cursor !== undefined) {
      const { body } = await get(`/v0.1/servers?search=${mark}&limit=2&cursor=${cursor}`);
      rest.push(...namesIn(body));
      cursor = body.metadata.nextCursor as string | undefined;
    }
    expect([...namesIn(first.body), ...rest]).toEqual(
      [0, 1, 2, 3, 4].map((index) => `${mark}-${index}/files`),
    );
  });

  it('filters by version, time and text, and shows deleted versions when they are asked for', async () => {
    const { name } = await npmServer(gate, ['1.0.0', '1.1.0']);
    await gate.t.rows(
      `UPDATE mcp_version SET revoked_at = now() + interval '1 day', revoked_reason = 'x'
        WHERE semver = '1.1.0' AND mcp_id = (SELECT id FROM mcp WHERE name = $1)`,
      [name],
    );
    const versions = async (query: string) =>
      ((await get(`/v0.1/servers?search=${name.toUpperCase()}&${query}`)).body.servers as Item[]).map(
        ({ server, _meta }) => [server.version, _meta[META]?.status, _meta[META]?.isLatest],
      );
    const [kept, gone] = [
      ['1.0.0', 'active', true],
      ['1.1.0', 'deleted', false],
    ];
    expect(await versions('')).toEqual([kept]);
    expect(await versions('version=latest')).toEqual([kept]);
    expect(await versions('version=1.1.0')).toEqual([]);
    expect(await versions('version=1.1.0&include_deleted=true')).toEqual([gone]);
    expect(await versions('include_deleted=true')).toEqual([gone, kept]);
    expect(await versions(`updated_since=${new Date(Date.now() + 3_600_000).toISOString()}`)).toEqual([gone]);
    const path = `/v0.1/servers/${encodeURIComponent(name)}/versions`;
    expect((await get(`${path}/1.1.0`)).status).toBe(404);
    expect((await get(`${path}/1.1.0?include_deleted=true`)).status).toBe(200);
    expect((await get(`${path}/latest`)).body.server.version).toBe('1.0.0');
  });

  it('answers to the public name and to owner/slug, with the slash as it is or encoded, and to every base address', async () => {
    const repo = `https://github.com/acme/repo-${unique()}`;
    const name = `some_owner${unique()}/files`;
    await gate.server(name, [{ commit: commitOf('1'), semver: '1.0.0', source: repository(repo) }], {
      repoUrl: repo,
    });
    const publicName = repo.replace('https://github.com/', 'io.github.');
    const list = await allowListOf(gate.org.owner, gate.org.id);
    for (const known of [publicName, name, name.replace('_', '.'), name.toUpperCase()]) {
      for (const written of [known, encodeURIComponent(known)]) {
        for (const base of [
          '',
          '/v0.1',
          '/',
          '//v0.1/',
          list.path,
          `${list.path}/`,
          `${list.path}/v0.1`,
          `${list.path}/v0.1/`,
        ]) {
          const response = await raw(`${base}/v0.1/servers/${written}/versions/latest`);
          expect([base, written, response.status]).toEqual([base, written, 200]);
          expect(((await response.json()) as Item).server.name).toBe(publicName);
        }
      }
    }
  });

  it('has no servers that are private, withdrawn, not analyzed or share their name', async () => {
    const stranger = await gate.actors.organization();
    const [hidden, twice, pending] = [uniqueName('hidden'), uniqueName('twice'), uniqueName('pending')];
    await gate.server(hidden, [{ commit: commitOf('1') }], { orgId: stranger.id, visibility: 'private' });
    await gate.server(twice, [{ commit: commitOf('1') }]);
    await gate.server(twice, [{ commit: commitOf('1') }], { orgId: stranger.id });
    await gate.server(pending, [{ commit: commitOf('1'), complete: [], status: 'ANALYZING' }]);
    for (const name of [hidden, twice, pending]) {
      expect((await get(`/v0.1/servers?search=${name}`)).body.servers).toEqual([]);
    }
    await gate.t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [stranger.id]);
    expect((await get(`/v0.1/servers?search=${twice}`)).body.servers).toHaveLength(1);
  });

  it('never gives a server the public name of a repository that its bytes did not come from', async () => {
    const repo = `https://github.com/victim/repo-${unique()}`;
    const name = uniqueName('claims');
    const stranger = await gate.actors.organization();
    await gate.server(name, [npmVersion(`pkg-${unique()}`, '1.0.0')], { repoUrl: repo, orgId: stranger.id });
    const squatter = `io_github_victim/${repo.split('/').at(-1) ?? ''}`;
    await gate.server(squatter, [{ commit: commitOf('1') }]);
    const publicName = repo.replace('https://github.com/', 'io.github.');
    expect((await get(`/v0.1/servers?search=${publicName}`)).body.servers).toEqual([]);
    expect(namesIn((await get(`/v0.1/servers?search=${name}`)).body)).toEqual([name]);
    expect((await get(`/v0.1/servers/${encodeURIComponent(publicName)}/versions`)).status).toBe(404);
    // A verified entry vouches for it, and the gate agrees.
    await gate.t.rows(`UPDATE mcp SET origin = 'verified' WHERE name = $1`, [name]);
    expect(namesIn((await get(`/v0.1/servers?search=${name}`)).body)).toEqual([publicName]);
    const { body } = await gate.ask({ name: publicName, version: '1.0.0' });
    expect(body.mcps[0]).toMatchObject({
      result: 'ALLOWED',
      understood: { as: 'public_name', mcp: { name } },
    });
  });

  it('gives an entry of the platform the public name for the package that the platform has set', async () => {
    const [repo, pkg, name] = [
      `https://github.com/acme/set-${unique()}`,
      `pkg-${unique()}`,
      uniqueName('set'),
    ];
    await gate.server(name, [npmVersion(pkg, '1.0.0')], { repoUrl: repo });
    await gate.t.rows('UPDATE mcp SET source = $2 WHERE name = $1', [name, `npm:${pkg}@1.0.0`]);
    const publicName = repo.replace('https://github.com/', 'io.github.');
    expect(namesIn((await get(`/v0.1/servers?search=${name}`)).body)).toEqual([publicName]);
    const asked = async () =>
      (await gate.ask({ name: publicName, version: '1.0.0' })).body.mcps[0].result as string;
    expect(await asked()).toBe('ALLOWED');
    await gate.t.rows(`UPDATE mcp_version SET source = $1 WHERE source ->> 'name' = $2`, [
      JSON.stringify(npm(`other-${pkg}`, '1.0.0')),
      pkg,
    ]);
    expect(namesIn((await get(`/v0.1/servers?search=${name}`)).body)).toEqual([name]);
    expect(await asked()).toBe('DENIED');
  });

  it('answers 304 with one statement', async () => {
    await npmServer(gate);
    const list = await allowListOf(gate.org.owner, gate.org.id);
    for (const path of ['/v0.1/servers?limit=5', `${list.path}/v0.1/servers?limit=5`]) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const query = jest.spyOn(pg.Client.prototype, 'query');
      try {
        expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
        expect(query.mock.calls).toHaveLength(1);
      } finally {
        query.mockRestore();
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect((await get('/v0.1/servers?limit=6', { 'if-none-match': 'x' })).status).toBe(200);
  });
});

describe('The exchange of an editor', () => {
  it('is a probe, pages of the newest versions, and their details, which agree', async () => {
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const mark = `editor${unique()}`;
    for (let index = 0; index < 120; index += 1) {
      await gate.server(`${mark}-${String(index).padStart(3, '0')}/files`, [
        npmVersion(`${mark}-${index}`, '1.0.0', { score: 80 }),
        npmVersion(`${mark}-${index}`, '2.0.0', { score: index % 2 === 0 ? 80 : 20 }),
      ]);
    }
    const { path } = await allowListOf(own.owner, own.id);
    const probe = await get(`${path}/v0.1/servers?limit=1`);
    expect([probe.status, probe.body.metadata.count]).toEqual([200, 1]);
    const found: Item[] = [];
    let cursor: string | undefined;
    do {
      const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await get(`${path}/v0.1/servers?limit=50&version=latest&search=${mark}${next}`);
      expect(body.metadata.count).toBe(body.servers.length);
      found.push(...(body.servers as Item[]));
      cursor = body.metadata.nextCursor as string | undefined;
    } while (cursor !== undefined);
    expect(new Set(found.map(({ server }) => server.name)).size).toBe(120);
    for (const [index, item] of found.entries()) {
      expect(item.server.version).toBe(index % 2 === 0 ? '2.0.0' : '1.0.0');
      if (index % 20 !== 0) continue;
      const name = encodeURIComponent(item.server.name);
      for (const version of ['latest', item.server.version]) {
        expect((await get(`${path}/v0.1/servers/${name}/versions/${version}`)).body).toEqual(item);
      }
    }
  });
});
