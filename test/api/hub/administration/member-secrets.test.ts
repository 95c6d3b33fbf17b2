import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '5000' });

const made = ({ status, body, text }: ApiResponse) => {
  if (status !== 201) throw new Error(text);
  return body;
};

const secretsOf = (orgId: string, userId: string, rest = ''): string =>
  `/api/v1/orgs/${orgId}/members/${userId}/secrets${rest}`;

/** A private MCP of an organization. */
async function anMcp(orgId: string, slug: string): Promise<string> {
  const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
    `INSERT INTO mcp (id, org_id, name, name_key, description, repo_url, language, license, origin, visibility, source_path, repo_key, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $2, '', '', '', '', 'community', 'private', '', '', now(), now()) RETURNING id`,
    [orgId, `${slug}/m-${randomUUID().slice(0, 8)}`],
  );
  return id;
}

/** One secret of each kind. */
async function oneOfEach(by: ApiClient, orgId: string, mcpId: string, name: string) {
  const path = `/api/v1/orgs/${orgId}`;
  const token = made(await by.post(`${path}/tokens`, { name, scopes: [`ci:org:${orgId}`] }));
  const list = made(await by.post(`${path}/allow-lists`, { name, environment: 'production' }));
  const badge = made(await by.post(`${path}/mcps/${mcpId}/badge`));
  const webhook = made(
    await by.post(`${path}/webhooks`, {
      url: 'https://hooks.example.com/secret-path',
      description: name,
      events: ['version.new'],
    }),
  );
  return { token, list, badge, webhook };
}

/** An organization with secrets of an admin, who is removed, and of its owner. */
async function twoMakers() {
  const org = await actors.organization();
  const admin = await actors.member(org.id, 'ADMIN');
  const mcp = await anMcp(org.id, org.slug);
  const other = await anMcp(org.id, org.slug);
  const theirs = await oneOfEach(admin, org.id, mcp, 'theirs');
  const own = await oneOfEach(org.owner, org.id, other, 'own');
  return { org, admin, mcp, other, theirs, own };
}

const works = async (token: unknown): Promise<boolean> =>
  (await actors.anonymous.as(`Bearer ${token as string}`).get('/api/v1/mcps')).status === 200;

describe('the removal of a member', () => {
  it('lists what they made, and what all members know, without a secret', async () => {
    const { org, admin, mcp, theirs, own } = await twoMakers();
    const { status, body, text } = await org.owner.delete(`/api/v1/orgs/${org.id}/members/${admin.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      user_id: admin.id,
      registry: { membership: 'unknown', ended_tokens: [] },
      secrets: {
        service_tokens: [
          {
            id: theirs.token.id,
            name: 'theirs',
            scopes: theirs.token.scopes,
            expires_at: theirs.token.expires_at,
          },
        ],
        allow_lists: [
          { id: theirs.list.id, name: 'theirs', made: true },
          { id: own.list.id, name: 'own', made: false },
        ],
        badges: [{ id: mcp, name: expect.stringContaining(org.slug), made: true }],
        webhooks: [{ id: theirs.webhook.id, name: 'theirs (https://hooks.example.com)', made: true }],
        source_secrets: [],
      },
    });
    expect(text).not.toContain('secret-path');
    expect(await works(theirs.token.token)).toBe(true);
    expect((await org.owner.get(secretsOf(org.id, admin.id))).body).toEqual(body.secrets);
  });

  it('calls a webhook without a description by its origin', async () => {
    const org = await actors.organization();
    const admin = await actors.member(org.id, 'ADMIN');
    const request = { url: 'https://hooks.example.com/secret-path', events: ['version.new'] };
    const { id } = made(await admin.post(`/api/v1/orgs/${org.id}/webhooks`, request));
    const { body } = await org.owner.get(secretsOf(org.id, admin.id));
    expect(body.webhooks).toEqual([{ id, name: 'https://hooks.example.com', made: true }]);
  });

  it('lists what nobody knows the maker of', async () => {
    const { org, admin, other, own } = await twoMakers();
    for (const table of ['allow_list', 'mcp_badge', 'outbound_webhook']) {
      await t.rows(`UPDATE ${table} SET made_by = NULL`);
    }
    const { body } = await org.owner.get(secretsOf(org.id, admin.id));
    expect(body.badges).toContainEqual({ id: other, name: expect.any(String), made: null });
    expect(body.webhooks).toContainEqual({ id: own.webhook.id, name: expect.any(String), made: null });
  });
});

describe('GET and POST /api/v1/orgs/{orgId}/members/{userId}/secrets', () => {
  it('are for those who manage members, and for owners alone', async () => {
    const { org, admin } = await twoMakers();
    const member = await actors.member(org.id, 'MEMBER');
    const stranger = await actors.user();
    const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);
    expect((await member.get(secretsOf(org.id, admin.id))).status).toBe(403);
    expect((await stranger.get(secretsOf(org.id, admin.id))).status).toBe(404);
    expect((await admin.get(secretsOf(org.id, admin.id))).status).toBe(200);
    for (const [caller, status] of [
      [member, 403],
      [admin, 403],
      [token, 403],
      [stranger, 404],
    ] as const) {
      expect((await caller.post(secretsOf(org.id, admin.id, '/rotate'), {})).status).toBe(status);
    }
    const unknown = await org.owner.post(secretsOf(org.id, admin.id, '/rotate'), { kinds: ['passwords'] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringMatching(/^kinds /)]);
  });

  it('show and change nothing of another organization', async () => {
    const { admin, theirs } = await twoMakers();
    const { org: other } = await twoMakers();
    expect((await other.owner.get(secretsOf(other.id, admin.id))).status).toBe(404);
    expect((await other.owner.post(secretsOf(other.id, admin.id, '/rotate'), {})).status).toBe(404);
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
      [other.id, admin.id],
    );
    const { body } = await other.owner.post(secretsOf(other.id, admin.id, '/rotate'), {});
    expect(body).toMatchObject({ service_tokens: [], badges: [], webhooks: [] });
    expect(await works(theirs.token.token)).toBe(true);
  });

  it('replace all in one go, with an event for each and one for the whole', async () => {
    const { org, admin, mcp, theirs, own } = await twoMakers();
    await org.owner.delete(`/api/v1/orgs/${org.id}/members/${admin.id}`);
    const { status, body } = await org.owner.post(secretsOf(org.id, admin.id, '/rotate'), {});
    expect(status).toBe(200);
    const [token] = body.service_tokens as { token: string; expires_at: string }[];
    expect(token).toMatchObject({
      name: 'theirs',
      scopes: theirs.token.scopes,
      expires_at: theirs.token.expires_at,
      created_by: org.owner.id,
    });
    expect([
      await works(theirs.token.token),
      await works(token?.token),
      await works(own.token.token),
    ]).toEqual([false, true, true]);
    const listUrls = (body.allow_lists as { url: string }[]).map(({ url }) => new URL(url).pathname);
    for (const old of [theirs.list, own.list]) {
      const { pathname } = new URL(old.url as string);
      expect((await actors.anonymous.get(`${pathname}/v0.1/servers`)).status).toBe(404);
    }
    expect(listUrls.length).toBe(2);
    for (const path of listUrls) {
      expect((await actors.anonymous.get(`${path}/v0.1/servers`)).status).toBe(200);
    }
    const [badge] = body.badges as { mcp_id: string; url: string }[];
    expect(badge?.mcp_id).toBe(mcp);
    const pictures = [theirs.badge.url, badge?.url].map((url) => new URL(url as string));
    const shown = await Promise.all(
      pictures.map(({ pathname, search }) => actors.anonymous.get(pathname + search)),
    );
    expect(shown.map((picture) => picture.status)).toEqual([404, 200]);
    const [webhook] = body.webhooks as { id: string; secret: string }[];
    expect(webhook?.id).toBe(theirs.webhook.id);
    expect(webhook?.secret).not.toBe(theirs.webhook.secret);
    const left = await org.owner.get(secretsOf(org.id, admin.id));
    expect(left.body).toMatchObject({ service_tokens: [], badges: [], webhooks: [] });
    const events = await t.rows<{ action: string; details: object }>(
      `SELECT action, details FROM audit_event WHERE org_id = $1 AND action <> 'token.refused'
        ORDER BY position DESC LIMIT 7`,
      [org.id],
    );
    expect(events.map(({ action }) => action).sort()).toEqual([
      'allow_list.rotated',
      'allow_list.rotated',
      'mcp.badge_created',
      'member.secrets_rotated',
      'token.created',
      'token.revoked',
      'webhook.rotated',
    ]);
    expect(events[0]).toEqual({
      action: 'member.secrets_rotated',
      details: { service_tokens: 1, allow_lists: 2, badges: 1, webhooks: 1, source_secrets: 0 },
    });
    expect(JSON.stringify(events)).not.toContain(webhook?.secret);
  });

  it('replace some kinds only, if asked', async () => {
    const { org, admin, theirs } = await twoMakers();
    const rotate = (kinds: string[]) => org.owner.post(secretsOf(org.id, admin.id, '/rotate'), { kinds });
    const { body } = await rotate(['webhooks']);
    expect(body).toMatchObject({ service_tokens: [], allow_lists: [], badges: [] });
    expect(body.webhooks).toHaveLength(1);
    expect(await works(theirs.token.token)).toBe(true);
  });

  it('of sources are replaced too, and the old ones end at once', async () => {
    const org = await actors.organization();
    const admin = await actors.member(org.id, 'ADMIN');
    const platform = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = ANY($1)`, [[admin.id, platform.id]]);
    const [theirs, later, foreign] = [
      await anMcp(org.id, org.slug),
      await anMcp(org.id, org.slug),
      await anMcp(org.id, org.slug),
    ];
    const give = async (by: HubUserActor, id: string, request = {}): Promise<string> => {
      const { status, body } = await by.post(`/api/v1/admin/mcps/${id}/webhook-secret`, request);
      expect(status).toBe(200);
      return body.secret as string;
    };
    const old = await give(admin, theirs);
    await give(admin, later);
    // What they made counts for a day.
    await give(platform, later, { keep_previous: true });
    await give(platform, foreign);
    await org.owner.delete(`/api/v1/orgs/${org.id}/members/${admin.id}`);

    const { status, body } = await org.owner.post(secretsOf(org.id, admin.id, '/rotate'), {
      kinds: ['source_secrets'],
    });
    expect(status).toBe(200);
    const made = body.source_secrets as { mcp_id: string; secret: string; created_by: string }[];
    expect(made.map(({ mcp_id: id }) => id).sort()).toEqual([theirs, later].sort());
    expect(made.map(({ created_by: id }) => id)).toEqual([org.owner.id, org.owner.id]);
    expect(made.map(({ secret }) => secret)).not.toContain(old);
    expect(
      await t.rows('SELECT mcp_id FROM source_secret WHERE old_secret IS NOT NULL AND mcp_id = ANY($1)', [
        [theirs, later, foreign],
      ]),
    ).toEqual([]);
    expect((await org.owner.get(secretsOf(org.id, admin.id))).body.source_secrets).toEqual([]);
    const events = await t.rows(
      `SELECT details FROM audit_event WHERE org_id = $1 AND action = 'mcp.webhook_secret_rotated' AND actor_id = $2`,
      [org.id, org.owner.id],
    );
    expect(events).toHaveLength(2);
  });

  it('make no more than one set of secrets for concurrent requests', async () => {
    const { org, admin } = await twoMakers();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => org.owner.post(secretsOf(org.id, admin.id, '/rotate'), {})),
    );
    const tokens = answers.flatMap(({ body }) => body.service_tokens as { token: string }[]);
    expect(tokens).toHaveLength(1);
  });
});

const remove = (by: HubUserActor, orgId: string, userId: string, query = ''): Promise<ApiResponse> =>
  by.delete(`/api/v1/orgs/${orgId}/members/${userId}${query}`);

describe('keep_registry', () => {
  it('is for those who manage members', async () => {
    const org = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    expect((await remove(member, org.id, member.id, '?keep_registry=true')).status).toBe(403);
    expect((await remove(org.owner, org.id, member.id, '?keep_registry=maybe')).status).toBe(400);
    const { body } = await remove(org.owner, org.id, member.id, '?keep_registry=true');
    expect(body.registry).toEqual({ membership: 'kept', ended_tokens: [] });
  });
});
