import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const ORGS = '/api/v1/orgs';
const request = (slug: string, change: object = {}) => ({
  name: 'Acme',
  slug,
  display_name: 'Acme Inc.',
  ...change,
});
const countOf = async (slug: string): Promise<number> =>
  (await t.rows('SELECT id FROM organization WHERE slug_key = lower($1)', [slug])).length;

describe('POST /api/v1/orgs', () => {
  it.each([
    ['a user on the free plan', 'FREE'],
    ['a user on the PRO plan', 'PRO'],
  ] as const)('answers 403 enterprise_required for %s, and creates nothing', async (_what, plan) => {
    const user = await actors.user({ plan });
    const { status, body } = await user.post(ORGS, request(`plan-${plan}`));
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'enterprise_required', code: 'ENTERPRISE_REQUIRED' });
    expect(await countOf(`plan-${plan}`)).toBe(0);
  });

  it.each<[string, object, RegExp]>([
    ['no slug', { slug: undefined }, /^slug /],
    ['a slug with a slash', { slug: 'a/b' }, /^slug must be 1 to 39/],
    ['a slug that is too long', { slug: 'a'.repeat(40) }, /^slug /],
    ['a slug with dots', { slug: '..' }, /^slug /],
    ['no name', { name: undefined }, /^name /],
    ['an empty name', { name: '' }, /^name /],
    ['a name with NUL', { name: 'a\u0000b' }, /^name /],
    ['a name that is a list', { name: ['a'] }, /^name /],
    ['a display name that is too long', { display_name: 'x'.repeat(201) }, /^display_name /],
  ])('answers 400 naming the field for %s', async (_what, change, message) => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const { status, body } = await user.post(ORGS, request('refused', change));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(message),
      code: 'BAD_REQUEST',
    });
    expect(await countOf('refused')).toBe(0);
  });

  it('answers 409 for a slug that is taken, in any spelling, also to twenty concurrent requests', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const slugs = Array.from({ length: 20 }, (_unused, index) => (index % 2 === 0 ? 'Taken' : 'tAKEN'));
    const answers = await Promise.all(slugs.map((slug) => user.post(ORGS, request(slug))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(await countOf('taken')).toBe(1);
  });

  it('creates one with its creator as owner, on their plan, and ignores other fields of the body', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const id = randomUUID();
    const { status, body } = await user.post(
      ORGS,
      JSON.parse(
        JSON.stringify(
          request('begun', { id, plan: 'FREE', status: 'SUSPENDED', api_calls_per_min: 1 }),
        ).replace('{', '{"__proto__":{"plan":"FREE"},'),
      ),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.not.stringMatching(id),
      name: 'Acme',
      slug: 'begun',
      display_name: 'Acme Inc.',
      plan: 'ENTERPRISE',
      status: 'ACTIVE',
      api_calls_per_min: null,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect((await user.get('/api/v1/me')).body.orgs).toEqual([{ id: body.id, slug: 'begun', role: 'OWNER' }]);
    expect((await user.get(`${ORGS}/${body.id as string}`)).body).toEqual(body);
  });
});

describe('a user who created a hundred organizations', () => {
  it('cannot create more, even concurrently, until they own fewer; those of others do not count', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const joinMany = async (slug: string, count: number, since: string) =>
      t.rows(
        `WITH org AS (
           INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
           SELECT gen_random_uuid(), 'n', $1 || n, $1 || n, 'n', 'FREE', now(), now()
             FROM generate_series(1, $2::integer) n RETURNING id, created_at)
         INSERT INTO organization_member (org_id, user_id, role, created_at)
         SELECT id, $3, 'OWNER', created_at + $4::interval FROM org`,
        [slug, count, user.id, since],
      );
    await joinMany('created-', 99, '0 seconds');
    await joinMany('joined-', 2, '1 second');
    const answers = await Promise.all(['c-1', 'c-2', 'c-3'].map((slug) => user.post(ORGS, request(slug))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await t.rows(`UPDATE organization SET status = 'DELETED' WHERE slug = 'created-1'`);
    expect((await user.post(ORGS, request('c-4'))).status).toBe(201);
  });
});

describe('GET /api/v1/orgs', () => {
  it('lists the caller’s organizations, oldest first, and no others', async () => {
    const { id: first, owner } = await actors.organization();
    await actors.organization();
    const second = (await owner.post(ORGS, request(`second-${randomUUID().slice(0, 8)}`))).body.id as string;
    const { body } = await owner.get(ORGS);
    expect(body.orgs.map(({ id }: { id: string }) => id)).toEqual([first, second]);
  });

  it('does not list a deleted one, which nobody can read', async () => {
    const { id, owner } = await actors.organization();
    await t.rows(`UPDATE organization SET status = 'DELETED' WHERE id = $1`, [id]);
    expect((await owner.get(ORGS)).body).toEqual({ orgs: [] });
    expect((await owner.get(`${ORGS}/${id}`)).status).toBe(404);
  });
});

describe('PUT /api/v1/orgs/{orgId}', () => {
  it('changes its names, and neither slug nor plan', async () => {
    const { id, slug, owner } = await actors.organization();
    const { status, body } = await owner.send('PUT', `${ORGS}/${id}`, {
      json: { name: 'New', display_name: 'Newer', slug: 'other', plan: 'FREE' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, slug, name: 'New', display_name: 'Newer', plan: 'ENTERPRISE' });
    expect((await owner.get(`${ORGS}/${id}`)).body).toEqual(body);
  });

  it('does not change missing fields', async () => {
    const { id, slug, owner } = await actors.organization();
    const { body } = await owner.send('PUT', `${ORGS}/${id}`, { json: { name: 'New' } });
    expect(body).toMatchObject({ name: 'New', display_name: slug });
  });

  it('changes and records nothing without fields', async () => {
    const { id, owner } = await actors.organization();
    const before = (await owner.get(`${ORGS}/${id}`)).body;
    expect((await owner.send('PUT', `${ORGS}/${id}`, { json: {} })).body).toEqual(before);
    expect(await t.rows('SELECT length FROM audit_chain WHERE id = $1', [id])).toEqual([{ length: '1' }]);
  });

  it('answers 400 for an invalid name', async () => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.send('PUT', `${ORGS}/${id}`, { json: { name: '' } });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^name /);
  });
});

describe('GET /api/v1/orgs/{orgId}/roles', () => {
  it('lists the permissions of each role, highest first, each including those of the lower ones', async () => {
    const { id } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const { body } = await member.get(`${ORGS}/${id}/roles`);
    const roles = body.roles as { name: string; permissions: string[] }[];
    expect(roles.map(({ name }) => name)).toEqual(['OWNER', 'ADMIN', 'MEMBER']);
    const [owner, admin, plain] = roles.map(({ permissions }) => new Set(permissions));
    expect(owner).toContain('org:delete');
    expect(admin).toContain('org:edit');
    expect(admin).not.toContain('org:billing');
    expect(plain).toEqual(new Set(['org:read', 'mcp:read', 'policy:read', 'report:read', 'area:read']));
    for (const permission of plain ?? []) expect(admin).toContain(permission);
    for (const permission of admin ?? []) expect(owner).toContain(permission);
  });
});
