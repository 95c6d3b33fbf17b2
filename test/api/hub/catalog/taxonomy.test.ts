import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Method } from '../../../support/api-client.js';
import { aMcp, aTerm } from '../../../support/catalog.js';
import { HubActors, HubIdp, type HubUserActor } from '../../../support/hub-actors.js';
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

const eventsOf = (id: string): Promise<unknown[]> =>
  t.rows(
    `SELECT action, org_id, resource_type, details FROM audit_event WHERE resource_id = $1 ORDER BY position`,
    [id],
  );

describe.each([
  ['category', 'categories'],
  ['tag', 'tags'],
] as const)('administration: %s', (kind, plural) => {
  const WORDS = `/api/v1/admin/${plural}`;
  const countOf = (): Promise<unknown> =>
    t.rows(`SELECT count(*) AS words, (SELECT count(*) FROM audit_event) AS events FROM ${kind}`);

  it('is for platform administrators only, and a refusal changes nothing', async () => {
    const org = await actors.organization();
    const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);
    const id = await aTerm(t, kind, 'guarded');
    const before = await countOf();
    const operations: [Method, string, object | undefined][] = [
      ['GET', WORDS, undefined],
      ['POST', WORDS, { name: 'a', slug: 'refused' }],
      ['PUT', `${WORDS}/${id}`, { name: 'a' }],
      ['DELETE', `${WORDS}/${id}`, undefined],
    ];
    for (const [method, path, json] of operations) {
      const status = async (caller: ApiClient) =>
        (await caller.send(method, path, json === undefined ? {} : { json })).status;
      expect(await status(actors.anonymous)).toBe(401);
      for (const caller of [org.owner, token]) expect(await status(caller)).toBe(403);
    }
    expect(await countOf()).toEqual(before);
  });

  it('answers 404 for an unknown id and for an invalid one', async () => {
    for (const id of [randomUUID(), 'x', '%00']) {
      for (const json of [{ name: 'a' }, {}]) {
        const { status, body } = await root.send('PUT', `${WORDS}/${id}`, { json });
        expect({ status, message: body.message as string }).toEqual({
          status: 404,
          message: `${kind} not found`,
        });
      }
      expect((await root.delete(`${WORDS}/${id}`)).status).toBe(404);
    }
  });

  it.each<[string, object, RegExp]>([
    ['no name', { name: undefined }, /^name /],
    ['an empty name', { name: '' }, /^name /],
    ['a name with NUL', { name: '\u0000' }, /^name /],
    ['no slug', { slug: undefined }, /^slug /],
    ['a slug in upper case', { slug: 'Files' }, /^slug must be 1 to 50 lower-case/],
    ['a slug with blanks', { slug: 'a b' }, /^slug /],
    ['a slug that is too long', { slug: 'a'.repeat(51) }, /^slug /],
    ['a slug that is a list', { slug: ['a'] }, /^slug /],
    ['a description that is too long', { description: 'x'.repeat(501) }, /^description /],
  ])('answers 400 naming the field for %s', async (_what, change, message) => {
    const before = await countOf();
    const { status, body } = await root.post(WORDS, { name: 'a', slug: 'refused', ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'bad_request', message: expect.stringMatching(message) });
    expect(await countOf()).toEqual(before);
  });

  it('answers 409 for a slug that is taken, also to ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => root.post(WORDS, { name: 'Taken', slug: 'taken' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    const other = await aTerm(t, kind, 'not-taken');
    expect((await root.send('PUT', `${WORDS}/${other}`, { json: { slug: 'taken' } })).status).toBe(409);
    expect(await eventsOf(other)).toEqual([]);
  });

  it('creates, changes and deletes one, each with an event', async () => {
    const { status, body } = await root.post(WORDS, {
      name: 'File systems',
      slug: 'files',
      id: randomUUID(),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'File systems',
      slug: 'files',
      description: '',
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    const path = `${WORDS}/${body.id as string}`;
    const changed = (await root.send('PUT', path, { json: { description: 'Where files are', slug: 'fs' } }))
      .body;
    expect(changed).toMatchObject({ name: 'File systems', slug: 'fs', description: 'Where files are' });
    expect((await root.send('PUT', path, { json: {} })).body).toEqual(changed);
    const { status: gone, text } = await root.delete(path);
    expect({ gone, text }).toEqual({ gone: 204, text: '' });
    expect((await root.delete(path)).status).toBe(404);
    const event = { org_id: null, resource_type: kind };
    expect(await eventsOf(body.id as string)).toEqual([
      { ...event, action: `${kind}.created`, details: { name: 'File systems', slug: 'files' } },
      {
        ...event,
        action: `${kind}.updated`,
        details: {
          changes: {
            slug: { from: 'files', to: 'fs' },
            description: { from: '', to: 'Where files are' },
          },
        },
      },
      { ...event, action: `${kind}.deleted`, details: { slug: 'fs' } },
    ]);
  });

  it('removes a deleted one from its MCPs', async () => {
    const id = await aTerm(t, kind, 'in-use');
    const mcp = await aMcp(t, kind === 'category' ? { category_id: id } : {});
    if (kind === 'tag') await t.rows('INSERT INTO mcp_tag VALUES ($1, $2)', [mcp.id, id]);
    expect((await root.delete(`${WORDS}/${id}`)).status).toBe(204);
    expect((await root.get(`/api/v1/admin/mcps/${mcp.id}`)).body).toMatchObject({ category: null, tags: [] });
  });

  it('lists them by slug, in pages', async () => {
    for (const slug of ['list-b', 'list-a', 'list-c']) await aTerm(t, kind, slug);
    const { body } = await root.get(`${WORDS}?limit=100`);
    const slugs = body[plural].map(({ slug }: { slug: string }) => slug) as string[];
    expect(body).toMatchObject({ total: slugs.length, limit: 100, offset: 0 });
    expect(slugs).toEqual(slugs.toSorted());
    const part = (await root.get(`${WORDS}?limit=2&offset=1`)).body;
    expect(part).toMatchObject({ total: slugs.length, limit: 2, offset: 1 });
    expect(part[plural].map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(1, 3));
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=1&limit=1', 'offset=%']) {
      expect((await root.get(`${WORDS}?${query}`)).status).toBe(400);
    }
    expect((await root.get(`${WORDS}?offset=2147483647`)).body).toMatchObject({ [plural]: [] });
  });
});
