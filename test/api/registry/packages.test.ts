import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { aVersion, commitOf, packagePath, publish } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { exchange } from '../../support/wire.js';
import { expectRefused } from '../../support/refusals.js';
import { insertVersions } from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const PACKAGE = 'GET /v1/org/{org}/mcps/{name}';
const VERSIONS = 'GET /v1/org/{org}/mcps/{name}/versions';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

describe.each([
  [PACKAGE, ''],
  [VERSIONS, '/versions'],
])('%s: refusals', (_operation, suffix) => {
  beforeAll(async () => {
    await publish(admin, 'Shelf/Files', `1.0.${suffix.length}`);
  });

  it.each([
    ['package', 'Shelf/Others'],
    ['organization', 'Nowhere/Files'],
    ['spelling of the package', 'Shelf/files'],
    ['spelling of the organization', 'shelf/Files'],
  ])('answers 404 for an unknown %s', async (_what, id) => {
    expectRefused(await admin.get(packagePath(id) + suffix), 404);
  });

  it.each([
    ['org', '-Shelf', 'Files'],
    ['org', 'Sh.lf', 'Files'],
    ['org', '%2e%2e', 'Files'],
    ['org', 'o'.repeat(40), 'Files'],
    ['name', 'Shelf', '_Files'],
    ['name', 'Shelf', '..'],
    ['name', 'Shelf', 'F%00'],
    ['name', 'Shelf', 'F%2Fs'],
    ['name', 'Shelf', '%C3%9C'],
    ['name', 'Shelf', 'n'.repeat(101)],
  ])('answers 400 for a bad %s: %s/%s', async (field, org, name) => {
    const answer = await exchange(t, admin, ['GET', `/v1/org/${org}/mcps/${name}${suffix}`]);
    expectRefused(answer, 400, field);
  });

  it('answers 401 to anonymous callers', async () => {
    expectRefused(await t.actors.anonymous.get(packagePath('Shelf/Files') + suffix), 401);
  });

  it.each([
    ['without mcp:catalog:read', { scopes: ['mcp:resolve', 'mcp:publish'], resources: ['org/'] }],
    ['of another package', { scopes: ['mcp:catalog:read'], resources: ['org/Shelf/mcp/Others'] }],
    ['of the catalog', { scopes: ['mcp:catalog:read'], resources: ['catalog', 'org/Shelf/catalog'] }],
  ])('answers 403 to a token %s', async (_what, options) => {
    expectRefused(await (await t.actors.apiToken(options)).get(packagePath('Shelf/Files') + suffix), 403);
  });

  it('answers 403 to a member of another organization, whether the package exists or not', async () => {
    const stranger = await t.actors.member('elsewhere', 'admin');
    const existing = await stranger.get(packagePath('Shelf/Files') + suffix);
    expectRefused(existing, 403);
    const missing = await stranger.get(packagePath('Shelf/Others') + suffix);
    expect({ status: missing.status, body: missing.body }).toEqual({ status: 403, body: existing.body });
  });
});

describe(PACKAGE, () => {
  it('answers every field of a package, and default_policy_ref null', async () => {
    await publish(admin, 'detail/files', '1.0.0');
    const { status, body } = await admin.get(packagePath('detail/files'));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: 'detail/files',
        org_id: 'detail',
        name: 'files',
        visibility: 'private',
        description: '',
        tags: [],
        default_policy_ref: null,
      },
    });
  });

  it('answers the reference to a default policy when a package has one', async () => {
    await publish(admin, 'detail/governed', '1.0.0');
    await t.rows(`UPDATE registry_package SET default_policy_ref = 'strict' WHERE name = 'governed'`);
    expect((await admin.get(packagePath('detail/governed'))).body.default_policy_ref).toBe('strict');
  });

  it('answers names in their original spelling', async () => {
    await publish(admin, 'Detail-Case/My_Files', '1.0.0');
    const { body } = await admin.get(packagePath('Detail-Case/My_Files'));
    expect(body).toMatchObject({ id: 'Detail-Case/My_Files', org_id: 'Detail-Case', name: 'My_Files' });
  });

  it('is visible to a plain member and to a token for that package', async () => {
    await publish(admin, 'detail-read/files', '1.0.0');
    const member = await t.actors.member('detail-read');
    const token = await t.actors.apiToken({
      scopes: ['mcp:catalog:read'],
      resources: ['org/detail-read/mcp/files'],
    });
    for (const caller of [member, token]) {
      expect((await caller.get(packagePath('detail-read/files'))).status).toBe(200);
    }
  });

  it('has no package of a refused publish', async () => {
    expectRefused(await publish(admin, 'detail-none/files', '1.0.0', { git_sha: 'main' }), 400);
    expectRefused(await admin.get(packagePath('detail-none/files')), 404);
  });
});

describe('POST /v1/org/{org}/mcps/{name}/publish: description and tags of the package', () => {
  const detail = async (id: string): Promise<unknown> => (await admin.get(packagePath(id))).body;

  it('are set by the first publish', async () => {
    const change = {
      description: 'Reads files – ü 😀 "quoted" \\ \n',
      tags: ['b', 'a', "it's", '{x,y}', '"', 'NULL', 'ä'],
    };
    await publish(admin, 'described/first', '1.0.0', change);
    expect(await detail('described/first')).toMatchObject(change);
  });

  it('are changed by a later publish; missing fields keep their values', async () => {
    const id = 'described/later';
    await publish(admin, id, '1.0.0', { description: 'first', tags: ['one', 'two'] });
    await publish(admin, id, '2.0.0');
    expect(await detail(id)).toMatchObject({ description: 'first', tags: ['one', 'two'] });
    await publish(admin, id, '3.0.0', { description: 'third' });
    expect(await detail(id)).toMatchObject({ description: 'third', tags: ['one', 'two'] });
    await publish(admin, id, '4.0.0', { tags: ['four'] });
    expect(await detail(id)).toMatchObject({ description: 'third', tags: ['four'] });
  });

  it('are cleared by empty values', async () => {
    const id = 'described/cleared';
    await publish(admin, id, '1.0.0', { description: 'first', tags: ['one'] });
    await publish(admin, id, '2.0.0', { description: '', tags: [] });
    expect(await detail(id)).toMatchObject({ description: '', tags: [] });
  });

  it('are not changed for other packages of the organization', async () => {
    await publish(admin, 'described/mine', '1.0.0', { description: 'mine' });
    await publish(admin, 'described/other', '1.0.0', { description: 'other' });
    expect(await detail('described/mine')).toMatchObject({ description: 'mine' });
  });
});

describe(VERSIONS, () => {
  interface Listed {
    readonly version: string;
    readonly created_at: string;
  }
  const list = async (id: string): Promise<Listed[]> => {
    const { status, body } = await admin.get(`${packagePath(id)}/versions`);
    expect(status).toBe(200);
    return body.versions as Listed[];
  };
  const numbered = (count: number, major: number): string[] =>
    Array.from({ length: count }, (_, patch) => `${major}.0.${patch}`);

  it('lists version, status, created_at and git_sha of every version, newest first', async () => {
    const id = 'listed/files';
    const before = Date.now();
    await aVersion(admin, id, '2.0.0').published();
    await aVersion(admin, id, '1.0.0+build').revoked();
    await aVersion(admin, id, '1.5.0').ingested();
    await aVersion(admin, id, '3.0.0-rc.1').draft();
    const listed = await list(id);
    const summary = (version: string, status: string): object => ({
      version,
      status,
      git_sha: commitOf(`${id}@${version}`),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(listed).toEqual([
      summary('3.0.0-rc.1', 'draft'),
      summary('1.5.0', 'ingested'),
      { ...summary('1.0.0+build', 'revoked'), revoked_at: expect.any(String) },
      summary('2.0.0', 'published'),
    ]);
    for (const { created_at: createdAt } of listed) {
      expect(Date.parse(createdAt)).toBeGreaterThan(before - 60_000);
      expect(Date.parse(createdAt)).toBeLessThan(Date.now() + 60_000);
    }
  });

  it('shows the one that latest resolves to in full by the name newest, which no version has', async () => {
    const id = 'listed/newest';
    const newest = `${packagePath(id)}/versions/newest`;
    await aVersion(admin, id, '0.1.0').ingested();
    await aVersion(admin, id, '3.0.0').revoked();
    // Until one is published, the one created last.
    expect((await admin.get(newest)).body).toMatchObject({ version: '3.0.0', status: 'revoked' });
    await aVersion(admin, id, '2.0.0').published();
    await aVersion(admin, id, '1.9.1').published();
    await aVersion(admin, id, '4.0.0').ingested();
    const { status, body } = await admin.get(newest);
    expect({ status, body }).toEqual({
      status: 200,
      body: (await admin.get(`${packagePath(id)}/versions/2.0.0`)).body,
    });
    expect((await resolve(admin, id, 'latest')).body.resolved.version).toBe('2.0.0');
    expect((await admin.get(`${packagePath('listed/nothing')}/versions/newest`)).status).toBe(404);
    expect((await admin.get(`${packagePath(id)}/versions/oldest`)).status).toBe(400);
  });

  it('lists a replaced draft with its new time', async () => {
    const id = 'listed/drafts';
    await aVersion(admin, id, '1.0.0').draft();
    await aVersion(admin, id, '2.0.0').ingested();
    await aVersion(admin, id, '1.0.0').ingested();
    expect((await list(id)).map(({ version }) => version)).toEqual(['1.0.0', '2.0.0']);
  });

  it('lists the versions of that package only', async () => {
    await aVersion(admin, 'listed/one', '1.0.0').ingested();
    await aVersion(admin, 'listed/two', '2.0.0').ingested();
    await aVersion(admin, 'listed-elsewhere/one', '3.0.0').ingested();
    expect((await list('listed/one')).map(({ version }) => version)).toEqual(['1.0.0']);
  });

  it('answers JSON, an empty list for a package without versions', async () => {
    await aVersion(admin, 'listed/empty', '1.0.0').ingested();
    await t.rows(`DELETE FROM registry_version v USING registry_package p
                   WHERE p.id = v.package_id AND p.name = 'empty'`);
    const { status, headers, body } = await admin.get(`${packagePath('listed/empty')}/versions`);
    expect({ status, body }).toEqual({ status: 200, body: { versions: [] } });
    expect((await admin.get(`${packagePath('listed/empty')}/versions/newest`)).status).toBe(404);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([499, 500, 1700])('lists %d older versions with equal times, each once', async (count) => {
    const id = `listed/moment-${count}`;
    await aVersion(admin, id, '2.0.0').ingested();
    // A time with a fraction of a millisecond, before that of the first version.
    await insertVersions(t, id, numbered(count, 1));
    await t.rows(
      `UPDATE registry_version v SET created_at = '2020-01-01T00:00:00.123456Z'
         FROM registry_package p WHERE p.id = v.package_id AND p.name = $1 AND v.version LIKE '1.%'`,
      [`moment-${count}`],
    );
    const [newest, ...others] = (await list(id)).map(({ version }) => version);
    expect(newest).toBe('2.0.0');
    expect(others).toHaveLength(count);
    expect(new Set(others)).toEqual(new Set(numbered(count, 1)));
  });

  it('lists more than 500 versions newest first throughout', async () => {
    const id = 'listed/many';
    await aVersion(admin, id, '9.0.0').ingested();
    for (const [major, year] of [
      [3, 2023],
      [1, 2021],
      [2, 2022],
    ] as const) {
      await insertVersions(t, id, numbered(400, major), new Date(Date.UTC(year)));
    }
    const listed = await list(id);
    expect(listed).toHaveLength(1201);
    const years = listed.slice(1).map(({ created_at: createdAt }) => createdAt.slice(0, 4));
    expect(years).toEqual(['2023', '2022', '2021'].flatMap((year) => Array<string>(400).fill(year)));
  });
});
