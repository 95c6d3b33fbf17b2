import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse, Method } from '../../../support/api-client.js';
import { aMcp, aTerm } from '../../../support/catalog.js';
import { HubActors, HubIdp, type HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf as allEventsOf } from '../../../support/platform-admin.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
let root: HubUserActor;
beforeAll(async () => {
  idp = await HubIdp.start();
  t = await startTestApp({ ...idp.settings, PLATFORM_ADMIN_EMAILS: 'root@example.com' });
  actors = new HubActors(t, idp);
  root = await actors.user({ name: 'root' });
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const MCPS = '/api/v1/admin/mcps';
let names = 0;
const aName = (): string => `admin/mcp-${(names += 1)}`;
const request = (change: object = {}) => ({
  name: aName(),
  repo_url: 'https://github.com/acme/files',
  ...change,
});
const send = (method: Method, path: string, json: unknown, caller: ApiClient = root): Promise<ApiResponse> =>
  caller.send(method, path, { json });

const eventsOf = async (id: string): Promise<Record<string, unknown>[]> =>
  (await allEventsOf(t, id)).map(({ action, org_id, details }) => ({ action, org_id, details }));
const stateOf = (id: string): Promise<unknown> =>
  t.rows(
    `SELECT m.*, (SELECT json_agg(x.tag_id ORDER BY x.tag_id) FROM mcp_tag x WHERE x.mcp_id = m.id) AS tags,
            (SELECT count(*) FROM audit_event WHERE action <> 'mcp.accessed') AS events
       FROM mcp m WHERE m.id = $1`,
    [id],
  );

describe('administration of MCPs', () => {
  const operations = (id: string): [Method, string, object | undefined][] => [
    ['GET', MCPS, undefined],
    ['POST', MCPS, request()],
    ['GET', `${MCPS}/${id}`, undefined],
    ['PUT', `${MCPS}/${id}`, { description: 'changed' }],
    ['PATCH', `${MCPS}/${id}/category`, { category_id: null }],
    ['PATCH', `${MCPS}/${id}/tags`, { tag_ids: [] }],
    ['POST', `${MCPS}/${id}/featured`, { featured: true }],
    ['DELETE', `${MCPS}/${id}`, undefined],
  ];

  it('is for platform administrators only, and a refusal changes nothing', async () => {
    const org = await actors.organization();
    const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);
    const { id } = await aMcp(t, { org_id: org.id });
    const before = await stateOf(id);
    for (const [method, path, json] of operations(id)) {
      const status = async (caller: ApiClient) =>
        (await caller.send(method, path, json === undefined ? {} : { json })).status;
      expect(await status(actors.anonymous)).toBe(401);
      for (const caller of [org.owner, token]) expect(await status(caller)).toBe(403);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 404 for an unknown id and for an invalid one', async () => {
    for (const id of [randomUUID(), 'x', '%00', randomUUID().toUpperCase()]) {
      for (const [method, path, json] of operations(id).slice(2)) {
        const { status, body } = await root.send(method, path, json === undefined ? {} : { json });
        expect({ status, message: body.message as string }).toEqual({
          status: 404,
          message: 'MCP not found',
        });
      }
    }
  });
});

const BAD_FIELDS: [string, object, RegExp][] = [
  ['a name without owner', { name: 'files' }, /^name must be owner\/slug/],
  ['a name with a reserved slug', { name: 'acme/versions' }, /^name /],
  ['a name with NUL', { name: 'acme/fi\u0000les' }, /^name /],
  ['a name that is a list', { name: ['acme/files'] }, /^name /],
  ['a URL of another scheme', { repo_url: 'ftp://host/files' }, /^repo_url must be an http, https, ssh/],
  ['a host that is an option', { repo_url: 'ssh://-oProxyCommand=id/acme' }, /^repo_url /],
  ['a URL with credentials', { repo_url: 'https://me:pw@github.com/acme/files' }, /^repo_url /],
  ['a URL with an unknown upper-case scheme', { repo_url: 'JAVASCRIPT:alert(1)' }, /^repo_url /],
  ['a URL that is too long', { repo_url: `https://github.com/${'a'.repeat(2048)}` }, /^repo_url /],
  ['an invalid visibility', { visibility: 'secret' }, /^visibility /],
  ['an invalid origin', { origin: '__proto__' }, /^origin /],
  ['a description that is too long', { description: 'x'.repeat(2001) }, /^description /],
  ['a description with a lone surrogate', { description: '\ud800' }, /^description /],
  ['a language that is a number', { language: 7 }, /^language /],
  ['a license that is too long', { license: 'x'.repeat(101) }, /^license /],
  ['an organization that is not there', { org_id: randomUUID() }, /^org_id /],
  ['an invalid organization id', { org_id: 'acme' }, /^org_id /],
  ['a source that is text', { source: 'npm:files@1.0.0' }, /^source must be/],
  ['a source that is a list', { source: [] }, /^source must be/],
  ['a source without a version', { source: { npm: 'files' } }, /^source must be/],
];

describe('POST /api/v1/admin/mcps', () => {
  it.each([
    ['no name', { name: undefined }, /^name is required: must be owner\/slug/],
    ['no repo_url', { repo_url: undefined }, /^repo_url is required: must be an http, https, ssh/],
    ['a name that is null', { name: null }, /^name is required: must be owner\/slug/],
    ...BAD_FIELDS,
  ] as [string, object, RegExp][])('answers 400 naming the field for %s', async (_what, change, message) => {
    const count = (): Promise<unknown> => t.rows('SELECT count(*) FROM mcp');
    const before = await count();
    const { status, body } = await root.post(MCPS, request(change));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'bad_request', message: expect.stringMatching(message) });
    expect(await count()).toEqual(before);
  });

  it('answers 400 naming org_id for a deleted organization', async () => {
    const { id } = await actors.organization();
    await t.rows(`UPDATE organization SET status = 'DELETED' WHERE id = $1`, [id]);
    const { status, body } = await root.post(MCPS, request({ org_id: id }));
    expect(status).toBe(400);
    expect(body.message).toMatch(/^org_id /);
  });

  it('creates one with the defaults of the catalog, and ignores other fields of the body', async () => {
    const name = aName();
    const json = JSON.parse(
      `{"__proto__":{"featured":true},"name":"${name}","repo_url":"https://GitHub.com/Acme/Files.git","featured":true,"id":"${randomUUID()}"}`,
    );
    const { status, body } = await root.post(MCPS, json);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.not.stringMatching(json.id as string),
      name,
      description: '',
      repo_url: 'https://GitHub.com/Acme/Files.git',
      language: '',
      license: '',
      visibility: 'public',
      origin: 'community',
      featured: false,
      category: null,
      tags: [],
      latest_version: null,
      org_id: null,
      area_id: null,
      source: null,
      path: '',
      branch: null,
      preview_branches: false,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect((await root.get(`${MCPS}/${body.id as string}`)).body).toEqual(body);
    expect((await actors.anonymous.get(`/api/v1/mcps/${name}`)).body.id).toBe(body.id);
    expect(await t.rows('SELECT repo_key FROM mcp WHERE id = $1', [body.id])).toEqual([
      { repo_key: 'github.com/acme/files' },
    ]);
    expect(await eventsOf(body.id as string)).toEqual([
      {
        action: 'mcp.created',
        org_id: null,
        details: { mcp_name: name, visibility: 'public', repo_url: 'https://GitHub.com/Acme/Files.git' },
      },
    ]);
  });

  it('accepts every field, and records the event in the chain of its organization', async () => {
    const org = await actors.organization();
    const given = {
      name: `${org.slug}/files`,
      description: 'Files',
      repo_url: 'https://github.com/acme/files',
      language: 'Go',
      license: 'Apache-2.0',
      visibility: 'private',
      origin: 'verified',
      org_id: org.id,
      source: { npm: '@acme/files@1.2.0' },
    };
    const { status, body } = await root.post(MCPS, given);
    expect(status).toBe(201);
    expect(body).toMatchObject(given);
    expect(await eventsOf(body.id as string)).toMatchObject([{ action: 'mcp.created', org_id: org.id }]);
    expect((await actors.anonymous.get(`/api/v1/mcps/${given.name}`)).status).toBe(404);
    expect((await org.owner.get(`/api/v1/mcps/${given.name}`)).status).toBe(200);
  });

  it('answers 409 for a name that is taken, in any case, also to ten concurrent requests', async () => {
    const name = aName();
    const spellings = Array.from({ length: 10 }, (_unused, index) =>
      index % 2 === 0 ? name : name.toUpperCase(),
    );
    const answers = await Promise.all(
      spellings.map((spelling) => root.post(MCPS, request({ name: spelling }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await t.rows('SELECT count(*)::int AS count FROM mcp WHERE name_key = $1', [name])).toEqual([
      { count: 1 },
    ]);
    const org = await actors.organization();
    expect((await root.post(MCPS, request({ name, org_id: org.id }))).status).toBe(201);
    expect((await root.post(MCPS, request({ name, org_id: org.id }))).status).toBe(409);
  });
});

describe('PUT /api/v1/admin/mcps/{mcpId}', () => {
  it.each(BAD_FIELDS)('answers 400 naming the field for %s', async (_what, change, message) => {
    const { id } = await aMcp(t);
    const before = await stateOf(id);
    const { status, body } = await send('PUT', `${MCPS}/${id}`, { language: 'Go', ...change });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 409 for a name that is taken, and changes nothing', async () => {
    const taken = await aMcp(t);
    const { id } = await aMcp(t);
    const before = await stateOf(id);
    expect((await send('PUT', `${MCPS}/${id}`, { name: taken.name.toUpperCase() })).status).toBe(409);
    expect(await stateOf(id)).toEqual(before);
  });

  it('changes the given fields, and leaves the rest alone', async () => {
    const { id, name } = await aMcp(t, { description: 'before', source: 'npm:files@1.0.0' });
    const { status, body } = await send('PUT', `${MCPS}/${id}`, {
      repo_url: 'https://gitlab.com/new/place',
      visibility: 'private',
      featured: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name,
      description: 'before',
      repo_url: 'https://gitlab.com/new/place',
      visibility: 'private',
      featured: false,
      source: { npm: 'files@1.0.0' },
    });
    expect(body.updated_at).not.toBe(body.created_at);
    expect(await t.rows('SELECT repo_key FROM mcp WHERE id = $1', [id])).toEqual([
      { repo_key: 'gitlab.com/new/place' },
    ]);
    const changes = {
      repo_url: { from: expect.any(String), to: 'https://gitlab.com/new/place' },
      visibility: { from: 'public', to: 'private' },
    };
    expect(await eventsOf(id)).toEqual([{ action: 'mcp.updated', org_id: null, details: { changes } }]);
    const renamed = (await send('PUT', `${MCPS}/${id}`, { name: 'New/Name', source: null })).body;
    expect(renamed).toMatchObject({ name: 'New/Name', source: null, visibility: 'private' });
  });

  it('changes and records nothing when no field is given', async () => {
    const { id } = await aMcp(t);
    const before = await stateOf(id);
    expect((await send('PUT', `${MCPS}/${id}`, {})).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it('records a move in both organizations, and removes the MCP from its area', async () => {
    const [from, to] = [await actors.organization(), await actors.organization()];
    const area = randomUUID();
    await t.rows(
      `INSERT INTO area (id, org_id, name, slug, slug_key, created_at, updated_at)
       VALUES ($1, $2, 'a', 'a', 'a', now(), now())`,
      [area, from.id],
    );
    const { id } = await aMcp(t, { org_id: from.id, area_id: area, visibility: 'private' });
    const { body } = await send('PUT', `${MCPS}/${id}`, { org_id: to.id });
    expect(body).toMatchObject({ org_id: to.id, area_id: null });
    // Neither event names the other organization.
    const moves = (await eventsOf(id)).map(({ org_id, details }) => [org_id, details]);
    expect(Object.fromEntries(moves as [string, unknown][])).toEqual({
      [from.id]: { changes: { org_id: { from: from.id, to: null } } },
      [to.id]: { changes: { org_id: { from: null, to: to.id }, area_id: { from: area, to: null } } },
    });
    expect((await from.owner.get(`/api/v1/mcps/${id}`)).status).toBe(404);
    expect((await to.owner.get(`/api/v1/mcps/${id}`)).status).toBe(200);
    expect((await send('PUT', `${MCPS}/${id}`, { org_id: null })).body.org_id).toBeNull();
  });
});

describe('PATCH /api/v1/admin/mcps/{mcpId}/category', () => {
  it.each([
    ['one that is not there', { category_id: randomUUID() }],
    ['an invalid id', { category_id: 'files' }],
    ['a missing field', {}],
    ['a list', { category_id: [] }],
  ])('answers 400 naming category_id for %s', async (_what, json) => {
    const { id } = await aMcp(t);
    const before = await stateOf(id);
    const { status, body } = await send('PATCH', `${MCPS}/${id}/category`, json);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^category_id (is required: )?must be the id of a category/);
    expect(await stateOf(id)).toEqual(before);
  });

  it('sets the category, and removes it with null', async () => {
    const { id } = await aMcp(t);
    const category = await aTerm(t, 'category', 'patched');
    const { body } = await send('PATCH', `${MCPS}/${id}/category`, { category_id: category });
    expect(body.category).toMatchObject({ id: category, slug: 'patched' });
    expect((await send('PATCH', `${MCPS}/${id}/category`, { category_id: null })).body.category).toBeNull();
    expect(await eventsOf(id)).toMatchObject([
      { action: 'mcp.updated', details: { changes: { category_id: { from: null, to: category } } } },
      { action: 'mcp.updated', details: { changes: { category_id: { from: category, to: null } } } },
    ]);
  });
});

describe('PATCH /api/v1/admin/mcps/{mcpId}/tags', () => {
  it.each([
    ['one that is not there', { tag_ids: [randomUUID()] }],
    ['an invalid id', { tag_ids: ['files'] }],
    ['one that is an object', { tag_ids: [{}] }],
    ['more than fifty', { tag_ids: Array.from({ length: 51 }, () => randomUUID()) }],
    ['no list', { tag_ids: 'files' }],
    ['a missing field', {}],
    ['null', { tag_ids: null }],
  ])('answers 400 naming tag_ids for %s', async (_what, json) => {
    const { id } = await aMcp(t);
    await t.rows('INSERT INTO mcp_tag VALUES ($1, $2)', [id, await aTerm(t, 'tag', `kept-${id}`)]);
    const before = await stateOf(id);
    const { status, body } = await send('PATCH', `${MCPS}/${id}/tags`, json);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^tag_ids (is required: )?must be /);
    expect(await stateOf(id)).toEqual(before);
  });

  it('replaces all of them, ignoring duplicates', async () => {
    const { id } = await aMcp(t);
    const [a, b, c] = [
      await aTerm(t, 'tag', 'r-a'),
      await aTerm(t, 'tag', 'r-b'),
      await aTerm(t, 'tag', 'r-c'),
    ];
    const tagged = async (...tagIds: string[]): Promise<string[]> => {
      const { body } = await send('PATCH', `${MCPS}/${id}/tags`, { tag_ids: tagIds });
      return body.tags.map(({ slug }: { slug: string }) => slug) as string[];
    };
    expect(await tagged(b, a, b)).toEqual(['r-a', 'r-b']);
    expect(await tagged(a, b)).toEqual(['r-a', 'r-b']);
    expect(await tagged(c, b)).toEqual(['r-b', 'r-c']);
    expect(await tagged()).toEqual([]);
    expect(await eventsOf(id)).toHaveLength(3);
  });
});

describe('POST /api/v1/admin/mcps/{mcpId}/featured', () => {
  it.each([{}, { featured: 'true' }, { featured: null }, { featured: 1 }, { featured: [true] }])(
    'answers 400 for %j',
    async (json) => {
      const { id } = await aMcp(t);
      const { status, body } = await root.post(`${MCPS}/${id}/featured`, json);
      expect(status).toBe(400);
      expect(body.message).toMatch(/^featured (is required: )?must be true or false$/);
    },
  );

  it('features it, and undoes that', async () => {
    const { id } = await aMcp(t);
    const { status, body } = await root.post(`${MCPS}/${id}/featured`, { featured: true });
    expect(status).toBe(200);
    expect(body.featured).toBe(true);
    const before = await stateOf(id);
    await root.post(`${MCPS}/${id}/featured`, { featured: true });
    expect(await stateOf(id)).toEqual(before);
    expect((await root.post(`${MCPS}/${id}/featured`, { featured: false })).body.featured).toBe(false);
  });
});

describe('DELETE /api/v1/admin/mcps/{mcpId}', () => {
  it('deletes it and its versions permanently; its snapshots stay', async () => {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id });
    const version = await mcp.version();
    const { id: snapshotId } = await version.snapshot();
    expect(await root.delete(`${MCPS}/${mcp.id}`)).toMatchObject({ status: 204, text: '' });
    expect((await root.get(`${MCPS}/${mcp.id}`)).status).toBe(404);
    expect((await root.delete(`${MCPS}/${mcp.id}`)).status).toBe(404);
    expect(await t.rows('SELECT id FROM mcp_version WHERE mcp_id = $1', [mcp.id])).toEqual([]);
    expect(await t.rows('SELECT id FROM snapshot WHERE mcp_id = $1', [mcp.id])).toEqual([{ id: snapshotId }]);
    expect(await eventsOf(mcp.id)).toEqual([
      { action: 'mcp.deleted', org_id: org.id, details: { name: mcp.name } },
    ]);
  });

  it('happens once for five concurrent requests', async () => {
    const { id } = await aMcp(t);
    const answers = await Promise.all(Array.from({ length: 5 }, () => root.delete(`${MCPS}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});
