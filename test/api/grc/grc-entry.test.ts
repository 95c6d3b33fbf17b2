import { describe, expect, it } from '@jest/globals';
import { GrcClient, grcOrganization } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '6' });

const ENDPOINTS = [
  'risk-posture',
  'vulnerabilities',
  'controls',
  'controls/summary',
  'evidence',
  'compliance/owasp-mcp-top10',
  'audit-events',
  'audit-events/checkpoint',
];

const refusal = async (client: GrcClient, path: string): Promise<[number, string]> => {
  const { status, body } = await client.get(path);
  expect(Object.keys(body as object).sort()).toEqual(['error', 'message']);
  return [status, body.error as string];
};

describe.each(ENDPOINTS)('GET /api/v1/grc/%s', (path) => {
  it('is 401 without a credential, with an unknown token, a revoked one, and of a suspended organization', async () => {
    const org = await actors.organization();
    const revoked = await actors.serviceToken(org.id, ['grc:read']);
    await t.rows('UPDATE service_token SET revoked_at = now() WHERE id = $1', [revoked.id]);
    const suspended = await grcOrganization(actors);
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [suspended.id]);
    for (const client of [
      actors.anonymous,
      actors.anonymous.as('Bearer mcp_svc_unknown'),
      actors.anonymous.as('mcp_svc_unknown'),
      revoked,
      suspended.grc.client,
    ]) {
      expect(await refusal(new GrcClient(client), path)).toEqual([401, 'unauthorized']);
    }
  });

  it('is 403 forbidden_scope for tokens without grc:read and for users, whatever the plan and the query', async () => {
    const { id, owner } = await actors.organization();
    const pipeline = await actors.serviceToken(id, [`admin:org:${id}`, `ci:org:${id}`, 'read:public']);
    for (const client of [pipeline, owner]) {
      expect(await refusal(new GrcClient(client), `${path}?page=x`)).toEqual([403, 'forbidden_scope']);
    }
    await t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [id]);
    expect(await refusal(new GrcClient(pipeline), path)).toEqual([403, 'forbidden_scope']);
  });

  it('is 403 enterprise_required on another plan, before its parameters are looked at', async () => {
    const { id, grc } = await grcOrganization(actors);
    for (const plan of ['FREE', 'PRO']) {
      await t.rows('UPDATE organization SET plan = $2 WHERE id = $1', [id, plan]);
      expect(await refusal(grc, `${path}?page=x`)).toEqual([403, 'enterprise_required']);
    }
  });

  it('is 429 with Retry-After beyond the rate of the token, before its parameters are looked at', async () => {
    const { grc } = await grcOrganization(actors);
    const answers = await Promise.all(Array.from({ length: 8 }, () => grc.get(`${path}?page=x`)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(2);
    for (const { body, headers } of limited) {
      expect(body.error).toBe('rate_limit_exceeded');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  });

  it('answers in the envelope, and 304 to a client that has the same content', async () => {
    const { id, grc } = await grcOrganization(actors);
    const { status, body, headers } = await grc.get(path);
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      organization_id: id,
      api_version: '2026-01-15',
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')).toContain('Authorization');
    const etag = headers.get('etag') ?? '';
    const again = await grc.get(path, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await grc.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has another ETag for another organization', async () => {
    const [one, other] = [await grcOrganization(actors), await grcOrganization(actors)];
    const etags = [await one.grc.get(path), await other.grc.get(path)].map(({ headers }) =>
      headers.get('etag'),
    );
    expect(new Set(etags).size).toBe(2);
  });
});

describe('the quota of an organization', () => {
  it('is shared by its tokens in both APIs, limits the GRC API, and shows when it leaves less', async () => {
    const org = await grcOrganization(actors);
    await t.rows('UPDATE organization SET api_calls_per_min = 4 WHERE id = $1', [org.id]);
    const second = new GrcClient(await actors.serviceToken(org.id, ['grc:read']));
    const reader = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    expect((await org.grc.get('risk-posture')).headers.get('x-ratelimit-remaining')).toBe('3');
    expect((await reader.get('/api/v1/mcps')).headers.get('x-ratelimit-remaining')).toBe('3');
    expect((await second.get('risk-posture')).headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await second.get('risk-posture')).headers.get('x-ratelimit-limit')).toBe('4');
    expect((await org.grc.get('risk-posture')).status).toBe(429);
    // The hub itself counts each token.
    expect((await reader.get('/api/v1/mcps')).status).toBe(200);
  });

  it('does not limit another organization', async () => {
    const [org, other] = [await grcOrganization(actors), await grcOrganization(actors)];
    await t.rows('UPDATE organization SET api_calls_per_min = 1 WHERE id = $1', [org.id]);
    await org.grc.get('risk-posture');
    expect((await org.grc.get('risk-posture')).status).toBe(429);
    expect((await other.grc.get('risk-posture')).status).toBe(200);
  });
});

describe('errors of the GRC API', () => {
  it('have its own names, also for unknown paths, methods and malformed queries', async () => {
    const { grc } = await grcOrganization(actors);
    expect(await refusal(grc, 'nothing')).toEqual([404, 'not_found']);
    expect(await refusal(grc, 'vulnerabilities?severity=%ff')).toEqual([422, 'invalid_parameters']);
    const { status, body } = await grc.client.post('/api/v1/grc/risk-posture', {});
    expect([status, body.error]).toEqual([405, 'method_not_allowed']);
  });
});
