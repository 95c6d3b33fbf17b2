import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { aControl, aMcp, aTerm } from '../../../support/catalog.js';
import { HubActors } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const MCPS = '/api/v1/mcps';
const namesIn = async (caller: ApiClient, query: string): Promise<string[]> =>
  ((await caller.get(`${MCPS}?${query}`)).body.mcps as { name: string }[]).map(({ name }) => name);

/** Creates an MCP with an analyzed version. */
const analyzed = async (change: Readonly<Record<string, unknown>> = {}) => {
  const mcp = await aMcp(t, change);
  const version = await mcp.version();
  const snapshot = await version.snapshot();
  const path = `${MCPS}/${mcp.id}/versions/${version.id}`;
  return { mcp, version, snapshot, path };
};

describe('GET /api/v1/mcps', () => {
  it('answers 401 for invalid credentials, although none are required', async () => {
    const { status, body } = await actors.anonymous.as('Bearer mcp_tk_unknown').get(MCPS);
    expect(status).toBe(401);
    expect(body.code).toBe('UNAUTHORIZED');
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1e3'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=abc'],
    ['limit', 'limit='],
    ['limit', 'limit=5&limit=5'],
    ['offset', 'offset=-1'],
    ['offset', 'offset=2147483648'],
    ['offset', 'offset=99999999999999999999'],
    ['offset', 'offset=0x1'],
    ['offset', 'offset=1&offset=2'],
  ])('answers 400 naming %s for %s', async (field, query) => {
    const { status, body } = await actors.anonymous.get(`${MCPS}?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(`^${field} `),
      code: 'BAD_REQUEST',
    });
  });

  it('shows every field of the specification, and origin, category, tags and featured', async () => {
    const category = await aTerm(t, 'category', 'every-field');
    const mcp = await aMcp(t, {
      name: 'Every/Field',
      origin: 'official',
      featured: true,
      category_id: category,
    });
    for (const slug of ['ef-b', 'ef-a']) {
      await t.rows('INSERT INTO mcp_tag VALUES ($1, $2)', [mcp.id, await aTerm(t, 'tag', slug)]);
    }
    await mcp.version();
    const version = await mcp.version();
    await version.snapshot();
    const { status, body, headers } = await actors.anonymous.get(`${MCPS}?q=every%2Ffield`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      mcps: [
        {
          id: mcp.id,
          name: 'Every/Field',
          description: 'What Every/Field is',
          repo_url: 'https://github.com/Every/Field',
          language: 'TypeScript',
          license: 'MIT',
          visibility: 'public',
          origin: 'official',
          featured: true,
          category: { id: category, name: 'Name of every-field', slug: 'every-field' },
          tags: [
            { id: expect.any(String), name: 'Name of ef-a', slug: 'ef-a' },
            { id: expect.any(String), name: 'Name of ef-b', slug: 'ef-b' },
          ],
          latest_version: {
            id: version.id,
            visible_version: version.visibleVersion,
            status: 'CERTIFIED',
            global_score: 82,
            certification_level: 2,
            commit_hash: version.commitHash,
          },
          created_at: expect.stringMatching(/^2026-01-01T.*Z$/),
          updated_at: expect.any(String),
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
    });
  });

  it('has null without a version, category or score', async () => {
    await aMcp(t, { name: 'nulls/none' });
    const started = await aMcp(t, { name: 'nulls/begun' });
    await started.version();
    const { body } = await actors.anonymous.get(`${MCPS}?q=nulls`);
    expect(body.mcps).toMatchObject([
      { latest_version: { status: 'INGESTED', global_score: null, certification_level: null } },
      { latest_version: null, category: null, tags: [] },
    ]);
  });

  it('is newest first, 20 per page, with consistent pages', async () => {
    const names = Array.from({ length: 25 }, (_unused, index) => `pages/page-${index}`);
    for (const name of names) await aMcp(t, { name });
    const all = (await actors.anonymous.get(`${MCPS}?limit=100`)).body;
    expect(await namesIn(actors.anonymous, 'limit=25')).toEqual(names.toReversed());
    expect((await actors.anonymous.get(MCPS)).body).toMatchObject({
      mcps: { length: 20 },
      limit: 20,
      offset: 0,
    });
    const listed = all.mcps.map(({ name }: { name: string }) => name) as string[];
    expect(all.total).toBe(listed.length);
    for (let offset = 0; offset <= listed.length + 1; offset += 1) {
      expect(await namesIn(actors.anonymous, `limit=7&offset=${offset}`)).toEqual(
        listed.slice(offset, offset + 7),
      );
    }
    expect((await actors.anonymous.get(`${MCPS}?offset=2147483647`)).body).toEqual({
      mcps: [],
      total: listed.length,
      limit: 20,
      offset: 2147483647,
    });
  });
});

describe('private MCPs', () => {
  let org: Awaited<ReturnType<HubActors['organization']>>;
  let hidden: Awaited<ReturnType<typeof analyzed>>;
  let named: string;
  beforeAll(async () => {
    org = await actors.organization();
    named = `${org.slug}/secret`;
    hidden = await analyzed({ name: named, visibility: 'private', org_id: org.id });
    await hidden.snapshot.controls(aControl('SEC-001'));
  });

  const pathsOf = ({ mcp, path }: Awaited<ReturnType<typeof analyzed>>): string[] => [
    `${MCPS}/${mcp.id}`,
    `${MCPS}/${mcp.name}`,
    `${MCPS}/${mcp.name}/versions`,
    `${MCPS}/${mcp.id}/versions`,
    path,
    `${path}/snapshot/latest`,
    `${path}/controls`,
    `${path}/scores`,
  ];
  const insiders = async (): Promise<[string, ApiClient][]> => [
    ['its owner', org.owner],
    ['its member', await actors.member(org.id, 'MEMBER')],
    ['its token with read:org', await actors.serviceToken(org.id, [`read:org:${org.id}`])],
    ['its token with admin:org', await actors.serviceToken(org.id, [`admin:org:${org.id}`])],
  ];
  const outsiders = async (): Promise<[string, ApiClient][]> => {
    const other = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    await t.rows('DELETE FROM organization_member WHERE user_id = $1', [member.id]);
    return [
      ['nobody', actors.anonymous],
      ['a stranger', other.owner],
      ['a former member', member],
      ['its token without the scope', await actors.serviceToken(org.id, ['read:public'])],
      ['its token for CI', await actors.serviceToken(org.id, [`ci:org:${org.id}`])],
      ['its token for a platform', await actors.serviceToken(org.id, ['grc:read'])],
      ['a token of another organization', await actors.serviceToken(other.id, [`admin:org:${other.id}`])],
      [
        'a token of another organization with the scope',
        await actors.serviceToken(other.id, [`read:org:${org.id}`]),
      ],
    ];
  };

  it('do not exist for others, on any path, in any list or total', async () => {
    const unknown = { mcp: { id: randomUUID(), name: `${org.slug}/unknown` } };
    const path = `${MCPS}/${unknown.mcp.id}/versions/${randomUUID()}`;
    const unknownPaths = pathsOf({ ...unknown, path } as Awaited<ReturnType<typeof analyzed>>);
    const hiddenPaths = pathsOf(hidden);
    for (const [, caller] of await outsiders()) {
      for (const [index, hiddenPath] of hiddenPaths.entries()) {
        const answer = await caller.get(hiddenPath);
        expect(answer.status).toBe(404);
        expect(answer.text).toBe((await caller.get(unknownPaths[index] ?? '')).text);
      }
      expect((await caller.get(`${MCPS}?q=${named}`)).body).toMatchObject({ mcps: [], total: 0 });
      expect(await namesIn(caller, 'limit=100')).not.toContain(named);
    }
  });

  it('are visible to members and to tokens with the scope, also in lists and totals', async () => {
    for (const [, caller] of await insiders()) {
      for (const path of pathsOf(hidden)) expect((await caller.get(path)).status).toBe(200);
      expect((await caller.get(`${MCPS}?q=${named}`)).body).toMatchObject({
        mcps: [{ id: hidden.mcp.id, visibility: 'private' }],
        total: 1,
      });
      const { total } = (await caller.get(MCPS)).body;
      expect(total).toBe(Number((await actors.anonymous.get(MCPS)).body.total) + 1);
      expect(await namesIn(caller, 'limit=100')).toContain(named);
    }
  });

  it.each(['SUSPENDED', 'DELETED'])(
    'of an organization that is %s are hidden from its members',
    async (status) => {
      const gone = await actors.organization();
      const { mcp } = await analyzed({ visibility: 'private', org_id: gone.id });
      expect((await gone.owner.get(`${MCPS}/${mcp.id}`)).status).toBe(200);
      await t.rows('UPDATE organization SET status = $2 WHERE id = $1', [gone.id, status]);
      expect((await gone.owner.get(`${MCPS}/${mcp.id}`)).status).toBe(404);
      expect(await namesIn(gone.owner, 'limit=100')).not.toContain(mcp.name);
    },
  );
});

describe('GET /api/v1/mcps/{mcpId}', () => {
  it.each([
    ['an unknown id', randomUUID()],
    ['an invalid id', 'x'],
    ['NUL', '%00'],
    ['an id in upper case', randomUUID().toUpperCase()],
    ['a path upwards', '..%2F..%2Fetc'],
  ])('answers 404 for %s', async (_what, id) => {
    const { status, body } = await actors.anonymous.get(`${MCPS}/${id}`);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'not_found', message: 'MCP not found', code: 'NOT_FOUND' });
  });

  it('adds the latest snapshot of the latest version', async () => {
    const { mcp, version } = await analyzed();
    const latest = await version.snapshot({ global_score: 91, created_at: new Date() });
    const { body } = await actors.anonymous.get(`${MCPS}/${mcp.id}`);
    expect(body).toMatchObject({ id: mcp.id, latest_version: { id: version.id, global_score: 91 } });
    expect(body.snapshot_summary).toMatchObject({ id: latest.id, version_id: version.id, global_score: 91 });
  });

  it('has no snapshot before the latest version is analyzed', async () => {
    const { mcp } = await analyzed();
    const { id } = await mcp.version();
    const { body } = await actors.anonymous.get(`${MCPS}/${mcp.id}`);
    expect(body).toMatchObject({ latest_version: { id }, snapshot_summary: null });
  });
});

describe('GET /api/v1/mcps/{owner}/{slug}', () => {
  it.each(['nobody/nothing', 'a%00/b', 'a/..%2f', '-a/b', `${'a'.repeat(40)}/b`, 'a/é'])(
    'answers 404 for %s',
    async (name) => {
      expect((await actors.anonymous.get(`${MCPS}/${name}`)).status).toBe(404);
    },
  );

  it('is the same as by id, in any spelling of the name', async () => {
    const { mcp } = await analyzed({ name: 'Spelled/As-Is' });
    const byId = (await actors.anonymous.get(`${MCPS}/${mcp.id}`)).body;
    for (const name of ['Spelled/As-Is', 'spelled/as-is', 'SPELLED/AS-IS']) {
      expect((await actors.anonymous.get(`${MCPS}/${name}`)).body).toEqual(byId);
    }
  });

  it('prefers the caller’s organization, then the platform, then others', async () => {
    const [first, second] = [await actors.organization(), await actors.organization()];
    const name = 'shared/name';
    const ofFirst = await aMcp(t, { name, org_id: first.id });
    const ofNone = await aMcp(t, { name });
    const ofSecond = await aMcp(t, { name, org_id: second.id, visibility: 'private' });
    const seenBy = async (caller: ApiClient) => (await caller.get(`${MCPS}/${name}`)).body.id as string;
    expect(await seenBy(actors.anonymous)).toBe(ofNone.id);
    expect(await seenBy(first.owner)).toBe(ofFirst.id);
    expect(await seenBy(second.owner)).toBe(ofSecond.id);
  });

  it('accepts an owner that looks like an id, but not the slug "versions"', async () => {
    const owner = randomUUID();
    const { mcp } = await analyzed({ name: `${owner}/files` });
    expect((await actors.anonymous.get(`${MCPS}/${owner}/files`)).body.id).toBe(mcp.id);
    expect((await actors.anonymous.get(`${MCPS}/${owner}/files/versions`)).body.total).toBe(1);
    expect((await actors.anonymous.get(`${MCPS}/${owner}/versions`)).status).toBe(404);
    expect((await actors.anonymous.get(`${MCPS}/acme/versions/versions`)).status).toBe(404);
  });

  it('serves the command-line client with names, status texts and integer scores', async () => {
    const { mcp, version } = await analyzed({ name: 'cli/client' });
    await t.rows(`UPDATE mcp_version SET status = 'PUBLISHED' WHERE id = $1`, [version.id]);
    await mcp.version();
    const { body } = await actors.anonymous.get(`${MCPS}/cli/client/versions`);
    expect(body.versions).toEqual([
      expect.objectContaining({ status: 'INGESTED', global_score: null }),
      expect.objectContaining({
        visible_version: version.visibleVersion,
        commit_hash: version.commitHash,
        global_score: 82,
        status: 'PUBLISHED',
      }),
    ]);
    const detail = (await actors.anonymous.get(`${MCPS}/cli/client`)).body;
    expect(detail).toMatchObject({
      name: 'cli/client',
      latest_version: { commit_hash: expect.any(String), status: 'INGESTED' },
    });
  });
});
