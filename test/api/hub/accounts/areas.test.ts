import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { areaTools } from '../../../support/areas.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

let org: { id: string; owner: HubUserActor };
const { t, actors } = await useHub();
beforeEach(async () => {
  org = await actors.organization();
});

const pathOf = (...rest: string[]): string => ['/api/v1/orgs', org.id, 'areas', ...rest].join('/');
const request = (slug: string, change: object = {}) => ({
  name: 'Platform',
  slug,
  description: 'What all build on.',
  ...change,
});
const anArea = async (slug = 'platform'): Promise<{ id: string; body: Record<string, unknown> }> => {
  const { status, body, text } = await org.owner.post(pathOf(), request(slug));
  if (status !== 201) throw new Error(text);
  return { id: body.id as string, body };
};
const put = (caller: ApiClient, id: string, json: object) => caller.send('PUT', pathOf(id), { json });

const { state, lastEvent, NOT_FOUND, answerOf } = areaTools(() => ({ t, org }));

describe('areas are for the Enterprise plan', () => {
  it.each(['FREE', 'PRO'])('%s: answers 403 enterprise_required to every operation', async (plan) => {
    const { id } = await anArea();
    const member = await actors.member(org.id, 'MEMBER');
    await org.owner.post(pathOf(id, 'members'), { user_id: member.id, role: 'LEAD' });
    await t.rows('UPDATE organization SET plan = $2 WHERE id = $1', [org.id, plan]);
    const before = await state();
    const { owner } = org;
    const answers = [
      await owner.get(pathOf()),
      await owner.post(pathOf(), request('other')),
      await owner.get(pathOf(id)),
      await put(owner, id, { name: 'Other' }),
      await owner.delete(pathOf(id)),
      await owner.get(pathOf(id, 'members')),
      await owner.post(pathOf(id, 'members'), { user_id: owner.id, role: 'LEAD' }),
      await owner.delete(pathOf(id, 'members', member.id)),
      await owner.send('PATCH', pathOf(id, 'members', member.id, 'role'), { json: { role: 'VIEWER' } }),
    ];
    for (const { status, body } of answers) {
      expect({ status, error: body.error }).toEqual({ status: 403, error: 'enterprise_required' });
    }
    expect(await state()).toEqual(before);
  });
});

describe('an area of another organization', () => {
  it('is 404 in every operation, like an unknown one', async () => {
    const { id: foreignArea } = await anArea();
    const foreign = org;
    const theirs = await actors.member(foreign.id, 'MEMBER');
    await foreign.owner.post(pathOf(foreignArea, 'members'), { user_id: theirs.id, role: 'LEAD' });
    const before = await state();
    const own = await actors.organization();
    org = own;
    for (const area of [foreignArea, randomUUID(), 'x', '%00', foreignArea.toUpperCase()]) {
      const { owner } = own;
      expect(await answerOf(owner.get(pathOf(area)))).toEqual(NOT_FOUND('area'));
      expect(await answerOf(put(owner, area, { name: 'Mine' }))).toEqual(NOT_FOUND('area'));
      expect(await answerOf(put(owner, area, {}))).toEqual(NOT_FOUND('area'));
      expect(await answerOf(owner.delete(pathOf(area)))).toEqual(NOT_FOUND('area'));
      expect(await answerOf(owner.get(pathOf(area, 'members')))).toEqual(NOT_FOUND('area'));
      expect(
        await answerOf(owner.post(pathOf(area, 'members'), { user_id: owner.id, role: 'LEAD' })),
      ).toEqual(NOT_FOUND('area'));
      expect((await owner.delete(pathOf(area, 'members', theirs.id))).status).toBe(404);
      const role = pathOf(area, 'members', theirs.id, 'role');
      expect((await owner.send('PATCH', role, { json: { role: 'VIEWER' } })).status).toBe(404);
    }
    org = foreign;
    expect(await state()).toEqual(before);
  });
});

describe('POST /api/v1/orgs/{orgId}/areas', () => {
  it.each<[string, object, RegExp]>([
    ['no slug', { slug: undefined }, /^slug /],
    ['a slug with a slash', { slug: 'a/b' }, /^slug must be 1 to 39/],
    ['a slug that is too long', { slug: 'a'.repeat(40) }, /^slug /],
    ['a slug that is a list', { slug: ['a'] }, /^slug /],
    ['no name', { name: undefined }, /^name /],
    ['an empty name', { name: '' }, /^name /],
    ['a name with a lone surrogate', { name: 'a\ud800' }, /^name /],
    ['a name that is a number', { name: 1 }, /^name /],
    ['a description with NUL', { description: 'a\u0000' }, /^description /],
    ['a description that is too long', { description: 'x'.repeat(1001) }, /^description /],
    ['a description that is an object', { description: {} }, /^description /],
  ])('answers 400 naming the field for %s', async (_what, change, message) => {
    const before = await state();
    const { status, body } = await org.owner.post(pathOf(), request('refused', change));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(message),
      code: 'BAD_REQUEST',
    });
    expect(await state()).toEqual(before);
  });

  it('answers 403 to members', async () => {
    const member = await actors.member(org.id, 'MEMBER');
    const before = await state();
    expect((await member.post(pathOf(), request('a'))).status).toBe(403);
    expect(await state()).toEqual(before);
  });

  it('answers 409 for a slug of the organization, in any spelling, also to ten concurrent requests', async () => {
    const slugs = Array.from({ length: 10 }, (_unused, n) => (n % 2 === 0 ? 'Taken' : 'tAKEN'));
    const answers = await Promise.all(slugs.map((slug) => org.owner.post(pathOf(), request(slug))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await org.owner.get(pathOf())).body.total).toBe(1);
  });

  it('answers 409 at 1000 areas, also to concurrent requests', async () => {
    await t.rows(
      `INSERT INTO area (id, org_id, name, slug, slug_key, created_at, updated_at)
       SELECT gen_random_uuid(), $1, n, n, n, now(), now() FROM generate_series(1, 999) n`,
      [org.id],
    );
    const answers = await Promise.all(['a', 'b', 'c'].map((slug) => org.owner.post(pathOf(), request(slug))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await org.owner.get(pathOf())).body.total).toBe(1000);
  });

  it('creates an area of the organization, and ignores other fields of the body', async () => {
    const admin = await actors.member(org.id, 'ADMIN');
    const foreign = await actors.organization();
    const id = randomUUID();
    const json = request('Made', { id, org_id: foreign.id, created_at: '2000-01-01' });
    const { status, body } = await admin.post(pathOf(), json);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.not.stringMatching(id),
      org_id: org.id,
      name: 'Platform',
      slug: 'Made',
      description: 'What all build on.',
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect((await admin.get(pathOf(body.id as string))).body).toEqual(body);
    expect(await lastEvent()).toEqual({
      action: 'area.created',
      resource_type: 'area',
      resource_id: body.id,
      details: { slug: 'Made' },
    });
  });

  it('needs no description, and the slug of another organization’s area is free', async () => {
    await anArea('shared');
    org = await actors.organization();
    const { status, body } = await org.owner.post(pathOf(), { name: 'A', slug: 'shared' });
    expect({ status, description: body.description }).toEqual({ status: 201, description: '' });
  });
});

describe('GET /api/v1/orgs/{orgId}/areas', () => {
  it('lists them to members, oldest first, in pages; 400 for a bad page', async () => {
    const member = await actors.member(org.id, 'MEMBER');
    const areas = [];
    for (const slug of ['c', 'a', 'b']) areas.push((await anArea(slug)).body);
    expect((await member.get(pathOf())).body).toEqual({ areas, total: 3, limit: 20, offset: 0 });
    const part = (await member.get(`${pathOf()}?limit=1&offset=2`)).body;
    expect(part).toEqual({ areas: areas.slice(2), total: 3, limit: 1, offset: 2 });
    expect((await member.get(`${pathOf()}?offset=3`)).body).toMatchObject({ areas: [], total: 3 });
    expect((await member.get(`${pathOf()}?limit=101`)).status).toBe(400);
  });
});

describe('PUT /api/v1/orgs/{orgId}/areas/{areaId}', () => {
  it('answers 400 for bad values, 403 to members, 409 for the slug of another area', async () => {
    const { id } = await anArea();
    await anArea('other');
    const member = await actors.member(org.id, 'MEMBER');
    const before = await state();
    expect((await put(org.owner, id, { name: '' })).body.message).toMatch(/^name /);
    expect((await put(org.owner, id, { slug: '' })).body.message).toMatch(/^slug /);
    expect((await put(member, id, { name: 'Mine' })).status).toBe(403);
    expect((await put(org.owner, id, { slug: 'OTHER' })).status).toBe(409);
    expect(await state()).toEqual(before);
  });

  it('changes the given fields only, and records the event', async () => {
    const { id, body: made } = await anArea();
    const { status, body } = await put(org.owner, id, { slug: 'PLATFORM', description: '', org_id: 'x' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...made,
      slug: 'PLATFORM',
      description: '',
      updated_at: expect.any(String),
    });
    expect(await lastEvent()).toEqual({
      action: 'area.updated',
      resource_type: 'area',
      resource_id: id,
      details: {
        changes: {
          slug: { from: 'platform', to: 'PLATFORM' },
          description: { from: expect.any(String), to: '' },
        },
      },
    });
    const before = await state();
    expect((await put(org.owner, id, {})).body).toEqual(body);
    expect(await state()).toEqual(before);
  });
});

describe('DELETE /api/v1/orgs/{orgId}/areas/{areaId}', () => {
  it('answers 403 to members', async () => {
    const { id } = await anArea();
    const member = await actors.member(org.id, 'MEMBER');
    expect((await member.delete(pathOf(id))).status).toBe(403);
    expect((await member.get(pathOf(id))).status).toBe(200);
  });

  it('removes it with its members, once, and keeps its MCPs', async () => {
    const { id } = await anArea();
    await org.owner.post(pathOf(id, 'members'), { user_id: org.owner.id, role: 'LEAD' });
    await t.rows(
      `INSERT INTO mcp (id, org_id, area_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $2, 'a/b', 'a/b', 'https://x/a/b', 'x/a/b', 'private', 'community', now(), now())`,
      [org.id, id],
    );
    const answers = await Promise.all([1, 2, 3].map(() => org.owner.delete(pathOf(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await t.rows('SELECT area_id FROM mcp WHERE org_id = $1', [org.id])).toEqual([{ area_id: null }]);
    expect(await t.rows('SELECT 1 FROM area_member WHERE area_id = $1', [id])).toEqual([]);
    expect(await lastEvent()).toEqual({
      action: 'area.deleted',
      resource_type: 'area',
      resource_id: id,
      details: { slug: 'platform' },
    });
  });
});
