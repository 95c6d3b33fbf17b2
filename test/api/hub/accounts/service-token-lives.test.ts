import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ServiceTokenUses } from '../../../../src/hub/accounts/service-tokens/service-token-uses.service.js';
import type { ApiClient } from '../../../support/api-client.js';
import { HubActors } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';
import { startTestApp } from '../../../support/test-app.js';

const { idp, t, actors } = await useHub();

const tokensOf = (orgId: string): string => `/api/v1/orgs/${orgId}/tokens`;
const request = (change: object = {}) => ({ name: 'ci', scopes: ['read:public'], ...change });
const eventsOf = (orgId: string, action: string) =>
  t.rows<{ details: Record<string, unknown>; resource_id: string; actor_id: string; actor_name: string }>(
    `SELECT details, resource_id, actor_id, actor_name FROM audit_event
      WHERE org_id = $1 AND action = $2 ORDER BY position`,
    [orgId, action],
  );
const bearer = (token: string): ApiClient => actors.anonymous.as(`Bearer ${token}`);

describe('a service token', () => {
  it('is read by a prepared statement with a generic plan', async () => {
    const { id, owner } = await actors.organization();
    const { token } = (await owner.post(tokensOf(id), request())).body as { token: string };
    for (let time = 0; time < 20; time += 1) await bearer(token).get('/api/v1/mcps');
    // Of the most recently used connection.
    const [plans] = await t.rows<{ custom: number; generic: number }>(
      `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
        WHERE statement LIKE '%JOIN service_token t ON t.token_hash = asked.hash%'`,
    );
    expect(plans?.generic).toBeGreaterThan(plans?.custom ?? Infinity);
  });
});

describe('GET /api/v1/orgs/{orgId}/tokens', () => {
  it('lists all, newest first, without tokens or hashes, in pages', async () => {
    const { id, owner } = await actors.organization();
    const made = [];
    for (const name of ['first', 'second', 'third']) {
      made.push((await owner.post(tokensOf(id), request({ name }))).body as Record<string, string>);
    }
    const [first, second, third] = made;
    await bearer(String(second?.['token'])).get('/api/v1/me');
    await owner.delete(`${tokensOf(id)}/${first?.['id']}`);
    await t.app.get(ServiceTokenUses, { strict: false }).flush();
    const { body, text } = await owner.get(tokensOf(id));
    const view = ({ token: _token, ...shown }: Record<string, string> = {}) => shown;
    expect(body).toEqual({
      tokens: [
        { ...view(third), last_used_at: null, revoked_at: null, creator_lacks_role: false },
        { ...view(second), last_used_at: expect.any(String), revoked_at: null, creator_lacks_role: false },
        { ...view(first), last_used_at: null, revoked_at: expect.any(String), creator_lacks_role: false },
      ],
      total: 3,
      limit: 20,
      offset: 0,
    });
    for (const { token } of made) expect(text).not.toContain(String(token).slice(8));
    const part = (await owner.get(`${tokensOf(id)}?limit=1&offset=1`)).body;
    expect(part).toMatchObject({ tokens: [{ id: second?.['id'] }], total: 3, limit: 1, offset: 1 });
    const none = (await owner.get(`${tokensOf(id)}?offset=2147483647`)).body;
    expect(none).toEqual({ tokens: [], total: 3, limit: 20, offset: 2147483647 });
  });

  it('shows none of another organization', async () => {
    const { id } = await actors.organization();
    await actors.serviceToken(id, []);
    const { id: otherId, owner } = await actors.organization();
    expect((await owner.get(tokensOf(otherId))).body).toMatchObject({ tokens: [], total: 0 });
    expect((await owner.get(tokensOf(id))).status).toBe(404);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'limit=', 'offset=-1', 'offset=2147483648'])(
    'answers 400 for ?%s',
    async (query) => {
      const { id, owner } = await actors.organization();
      const { status, body } = await owner.get(`${tokensOf(id)}?${query}`);
      expect(status).toBe(400);
      expect(body.message).toMatch(/^(limit|offset) /);
    },
  );
});

describe('DELETE /api/v1/orgs/{orgId}/tokens/{tokenId}', () => {
  const made = async () => {
    const { id: orgId, owner } = await actors.organization();
    const { body } = await owner.post(tokensOf(orgId), request({ scopes: [`admin:org:${orgId}`] }));
    const { id, token } = body as { id: string; token: string };
    return { orgId, owner, id, token, path: `${tokensOf(orgId)}/${id}` };
  };

  it('revokes it permanently: 401 from the next request on', async () => {
    const { orgId, owner, id, token, path } = await made();
    expect((await bearer(token).get(`/api/v1/orgs/${orgId}`)).status).toBe(200);
    const { status, text } = await owner.delete(path);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await bearer(token).get(`/api/v1/orgs/${orgId}`)).status).toBe(401);
    const events = await eventsOf(orgId, 'token.revoked');
    expect(events).toEqual([
      { details: { name: 'ci' }, resource_id: id, actor_id: owner.id, actor_name: owner.email },
    ]);
  });

  it('is idempotent, also for ten concurrent requests: 204 without another event', async () => {
    const { orgId, owner, id, path } = await made();
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.delete(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const revokedAt = () => t.rows('SELECT revoked_at FROM service_token WHERE id = $1', [id]);
    const first = await revokedAt();
    expect((await owner.delete(path)).status).toBe(204);
    expect(await revokedAt()).toEqual(first);
    expect(await eventsOf(orgId, 'token.revoked')).toHaveLength(1);
  });

  it('lets a token revoke itself', async () => {
    const { orgId, token, path } = await made();
    expect((await bearer(token).delete(path)).status).toBe(204);
    expect((await bearer(token).get(`/api/v1/orgs/${orgId}`)).status).toBe(401);
  });

  it('answers 404 for a token of another organization, as for an unknown one', async () => {
    const { id: foreign } = await made();
    const { orgId, owner, token } = await made();
    for (const id of [foreign, randomUUID(), 'x', '%00', 'a%2Fb', token]) {
      const { status, body } = await owner.delete(`${tokensOf(orgId)}/${id}`);
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'token not found' });
    }
    expect(
      await t.rows('SELECT id FROM service_token WHERE id = $1 AND revoked_at IS NULL', [foreign]),
    ).toHaveLength(1);
  });

  it('answers 403 to members', async () => {
    const { orgId, path } = await made();
    expect((await (await actors.member(orgId, 'MEMBER')).delete(path)).status).toBe(403);
    expect(await eventsOf(orgId, 'token.revoked')).toEqual([]);
  });
});

describe('a known but invalid token', () => {
  const DEAD: [string, string, string, string][] = [
    ['that has expired', 'service_token', `expires_at = now()`, 'expired'],
    ['that is revoked', 'service_token', `revoked_at = now()`, 'revoked'],
    ['of a suspended organization', 'organization', `status = 'SUSPENDED'`, 'organization_suspended'],
    ['of a deleted organization', 'organization', `status = 'DELETED'`, 'organization_deleted'],
  ];

  const dead = async (table: string, change: string) => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    await t.rows(`UPDATE ${table} SET ${change} WHERE id = $1`, [table === 'organization' ? id : token.id]);
    return { id, token };
  };

  it.each(DEAD)(
    '%s is 401, with an event once a minute that has the reason',
    async (_what, table, change, reason) => {
      const { id, token } = await dead(table, change);
      const answers = await Promise.all(Array.from({ length: 10 }, () => token.get(`/api/v1/orgs/${id}`)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      const event = { details: { reason }, resource_id: token.id, actor_id: token.id, actor_name: 'ci' };
      expect(await eventsOf(id, 'token.refused')).toEqual([event]);
      await t.rows(`UPDATE service_token SET refused_at = refused_at - interval '61 seconds' WHERE id = $1`, [
        token.id,
      ]);
      await token.get('/api/v1/nothing');
      expect(await eventsOf(id, 'token.refused')).toEqual([event, event]);
    },
  );

  it('does not update its last use', async () => {
    const { id, token } = await dead('service_token', 'revoked_at = now()');
    await token.get(`/api/v1/orgs/${id}`);
    expect(await t.rows('SELECT last_used_at FROM service_token WHERE id = $1', [token.id])).toEqual([
      { last_used_at: null },
    ]);
  });

  it('is recorded, unlike an unknown one', async () => {
    const count = async () => (await t.rows('SELECT id FROM audit_event')).length;
    const { id } = await actors.organization();
    const live = await actors.serviceToken(id, [`admin:org:${id}`]);
    const before = await count();
    expect((await live.get(`/api/v1/orgs/${id}`)).status).toBe(200);
    expect((await bearer(`mcp_tk_${'x'.repeat(43)}`).get(`/api/v1/orgs/${id}`)).status).toBe(401);
    expect((await bearer('mcp_svc_').get(`/api/v1/orgs/${id}`)).status).toBe(401);
    expect(await count()).toBe(before);
  });
});

describe('in read-only mode', () => {
  it('a token is 401 or served as usual, without any write', async () => {
    const readOnly = await startTestApp({ ...idp.settings, READ_ONLY: 'true' });
    try {
      const id = randomUUID();
      await readOnly.rows(
        `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
         VALUES ($1, 'a', 'a', 'a', 'a', 'FREE', now(), now())`,
        [id],
      );
      await readOnly.rows(
        `WITH owner AS (
           INSERT INTO hub_user (id, email, email_key, name, created_at, updated_at)
           VALUES ($2, 'o@example.com', 'o@example.com', 'Owner', now(), now()) RETURNING id)
         INSERT INTO organization_member (org_id, user_id, role, created_at) SELECT $1, id, 'OWNER', now() FROM owner`,
        [id, randomUUID()],
      );
      const there = new HubActors(readOnly, idp);
      const token = await there.serviceToken(id, [`admin:org:${id}`]);
      expect((await token.get(`/api/v1/orgs/${id}/tokens`)).status).toBe(200);
      expect((await token.post(tokensOf(id), request())).status).toBe(503);
      await readOnly.rows('UPDATE service_token SET revoked_at = now() WHERE id = $1', [token.id]);
      expect((await token.get(`/api/v1/orgs/${id}/tokens`)).status).toBe(401);
      expect(await readOnly.rows('SELECT last_used_at, refused_at FROM service_token')).toEqual([
        { last_used_at: null, refused_at: null },
      ]);
      expect(await readOnly.rows('SELECT id FROM audit_event')).toEqual([]);
    } finally {
      await readOnly.close();
    }
  });
});
