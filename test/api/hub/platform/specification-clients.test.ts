import { describe, expect, it } from '@jest/globals';
import { useAnalyses } from '../../../support/grc.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

// What a client that knows only the specification may send (hub contract 42).

const { t, actors } = await useHub({ MAX_TOKEN_DAYS: '400' });
const analyses = useAnalyses(t);
const admin = await platformAdmin(t, actors);
const newSlug = (): string => `org-${crypto.randomUUID().slice(0, 8)}`;

describe('an optional field that is null counts as absent', () => {
  it('in a policy, also when it is changed', async () => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.post(`/api/v1/orgs/${id}/policies`, {
      name: 'No low scores',
      action: 'DENY',
      target_type: 'SCORE',
      target_value: 'min:70',
      description: null,
      priority: null,
      enabled: null,
      environments: null,
      reason: null,
      expires_at: null,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ description: '', priority: 100, enabled: true, environments: [] });
    const changed = await owner.send('PUT', `/api/v1/orgs/${id}/policies/${body.id as string}`, {
      json: { name: null, priority: 5, enabled: null },
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'No low scores', priority: 5, enabled: true },
    ]);
  });

  it('in a token, an area, an organization, a webhook and an MCP', async () => {
    const { id, owner } = await actors.organization();
    const token = { name: 'ci', scopes: ['read:public'], description: null, expires_in_days: null };
    const hook = {
      url: 'https://hooks.example.com/x',
      events: ['version.new'],
      description: null,
      enabled: null,
    };
    const mcp = {
      name: 'owner/nulls',
      repo_url: 'https://github.com/owner/nulls',
      description: null,
      language: null,
      license: null,
      visibility: null,
      org_id: null,
      origin: null,
      source: null,
      path: null,
    };
    const answers = [
      await owner.post(`/api/v1/orgs/${id}/tokens`, token),
      await owner.post(`/api/v1/orgs/${id}/areas`, { name: 'A', slug: 'a', description: null }),
      await owner.send('PUT', `/api/v1/orgs/${id}`, { json: { name: 'Named', display_name: null } }),
      await admin.post('/api/v1/admin/mcps', mcp),
      await admin.post('/api/v1/admin/orgs', {
        name: 'N',
        slug: newSlug(),
        display_name: null,
        plan: null,
        owner_email: null,
      }),
      await owner.post(`/api/v1/orgs/${id}/webhooks`, hook),
    ];
    expect(answers.map(({ status, text }) => (status < 300 ? 'accepted' : text))).toEqual(
      answers.map(() => 'accepted'),
    );
  });

  it('but a required one is then missing', async () => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.post(`/api/v1/orgs/${id}/areas`, { name: null, slug: 'a' });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^name is required: /)]);
  });
});

describe('fields with defaults', () => {
  it('display_name is the name', async () => {
    const owner = await actors.user({ plan: 'ENTERPRISE' });
    const { status, body } = await owner.post('/api/v1/orgs', { name: 'Acme Tools', slug: newSlug() });
    expect([status, body.display_name]).toEqual([201, 'Acme Tools']);
  });

  it('priority is 100', async () => {
    const { id, owner } = await actors.organization();
    const policy = { name: 'P', action: 'DENY', target_type: 'SCORE', target_value: 'min:70' };
    const { status, body } = await owner.post(`/api/v1/orgs/${id}/policies`, policy);
    expect([status, body.priority]).toEqual([201, 100]);
  });

  it('without environment, only the policies for all environments apply', async () => {
    const { id, owner } = await actors.organization();
    const token = await actors.serviceToken(id, [`ci:org:${id}`]);
    const { name } = await analyses.mcp({ id });
    const decide = async (request: object = {}) => {
      const { status, body, text } = await token.post('/api/v1/ci/evaluate', {
        org_id: id,
        mcps: [{ name, version: 'latest' }],
        ...request,
      });
      if (status !== 200) throw new Error(text);
      return (body.mcps as { matched_policy?: { name: string } }[]).map(
        ({ matched_policy: policy }) => policy?.name,
      );
    };
    const policy = { action: 'DENY', target_type: 'SCORE', target_value: 'min:100' };
    await owner.post(`/api/v1/orgs/${id}/policies`, {
      ...policy,
      name: 'Production',
      priority: 1,
      environments: ['production'],
    });
    await owner.post(`/api/v1/orgs/${id}/policies`, { ...policy, name: 'Everywhere' });
    expect(await decide()).toEqual(['Everywhere']);
    expect(await decide({ environment: null })).toEqual(['Everywhere']);
    expect(await decide({ environment: 'production' })).toEqual(['Production']);
  });
});

describe('plans are read in any case', () => {
  it.each([
    ['Enterprise', 'ENTERPRISE'],
    ['free', 'FREE'],
    ['Pro', 'PRO'],
  ])('%s is %s, in a body and in a filter', async (plan, stored) => {
    const slug = newSlug();
    const { status, body } = await admin.post('/api/v1/admin/orgs', {
      name: slug,
      slug,
      display_name: slug,
      plan,
    });
    expect([status, body.plan]).toEqual([201, stored]);
    const user = await actors.user();
    const changed = await admin.patch(`/api/v1/admin/users/${user.id}/plan`, { plan });
    expect([changed.status, changed.body.plan]).toEqual([200, stored]);
    const { body: list } = await admin.get(`/api/v1/admin/orgs?plan=${plan}&q=${slug}`);
    expect(list.total).toBe(1);
  });

  it('another word is 400', async () => {
    const user = await actors.user();
    expect((await admin.patch(`/api/v1/admin/users/${user.id}/plan`, { plan: 'gold' })).status).toBe(400);
  });
});

describe('a service token', () => {
  it('lives up to MAX_TOKEN_DAYS', async () => {
    const { id, owner } = await actors.organization();
    const create = (expires_in_days: unknown) =>
      owner.post(`/api/v1/orgs/${id}/tokens`, { name: 'ci', scopes: ['read:public'], expires_in_days });
    expect((await create(400)).status).toBe(201);
    const { status, body } = await create(401);
    expect([status, body.message]).toEqual([400, 'expires_in_days must not be greater than 400']);
  });
});

describe('the message about a parameter says what is wrong', () => {
  it.each([
    ['/api/v1/mcps?limit=abc', 'limit must be a whole number from 1 to 100'],
    ['/api/v1/mcps?limit=101', 'limit must be a whole number from 1 to 100'],
    ['/api/v1/mcps?limit=', 'limit must be a whole number from 1 to 100'],
    ['/api/v1/mcps?limit=1&limit=2', 'limit must be given only once'],
    ['/api/v1/mcps?query=a&query=b', 'query must be given only once'],
  ])('%s', async (path, message) => {
    const { status, body } = await admin.get(path);
    expect([status, body.message]).toEqual([400, message]);
  });
});
