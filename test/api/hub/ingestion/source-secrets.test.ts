import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SourceSecretsRepository } from '../../../../src/hub/ingestion/source-secrets/source-secrets.repository.js';
import { MAX_SECRETS } from '../../../../src/hub/ingestion/source-secrets/source-secrets.service.js';
import type { ApiResponse } from '../../../support/api-client.js';
import { DOMAINS, HOSTS, push, rename, type Host } from '../../../support/code-hosts.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';
import { deliver, named, signed, WEBHOOK_SECRETS, webhookSettings } from '../../../support/webhooks.js';

const { t, actors } = await useHub({ ...webhookSettings, PLATFORM_ADMIN_EMAILS: 'root@example.com' });

let admin: HubUserActor;
beforeAll(async () => {
  admin = await actors.user({ name: 'root' });
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const newPath = (): string => `acme/r-${randomUUID()}`;

/** An MCP with a repository of a host. */
async function mcpOf(host: Host, path: string, orgId: string | null = null): Promise<string> {
  const id = randomUUID();
  await t.rows(
    `INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
     VALUES ($1, $2, $3, $3, $4, $5, 'private', 'community', now(), now())`,
    [id, orgId, `acme/${id}`, `https://${DOMAINS[host]}/${path}`, `${DOMAINS[host]}/${path}`],
  );
  return id;
}

const secretPath = (id: string): string => `/api/v1/admin/mcps/${id}/webhook-secret`;
async function newSecret(id: string, body: object = {}): Promise<string> {
  const answer = await admin.post(secretPath(id), body);
  expect(answer.status).toBe(200);
  return answer.body.secret as string;
}

/** Sends an event that a secret has signed. */
function send(
  host: Host,
  { event, body }: { readonly event: string; readonly body: object },
  secret: string,
  delivery?: string,
): Promise<ApiResponse> {
  const text = JSON.stringify(body);
  const headers = { ...signed(host, text, { secret }), ...named(host, event, delivery) };
  return deliver(actors.anonymous, host, text, headers);
}
const outcome = ({ status, body }: ApiResponse): unknown => (status === 202 ? body.accepted : status);

/** Which of the MCPs have had events since the last call. */
async function affected(ids: Readonly<Record<string, string>>): Promise<string[]> {
  const rows = await t.rows<{ mcp_id: string }>(
    'WITH gone AS (DELETE FROM source_event WHERE mcp_id = ANY($1) RETURNING mcp_id) SELECT mcp_id FROM gone',
    [Object.values(ids)],
  );
  return Object.keys(ids).filter((name) => rows.some(({ mcp_id }) => mcp_id === ids[name]));
}

describe('POST /api/v1/admin/mcps/{mcpId}/webhook-secret', () => {
  it('answers 404 for an unknown MCP, and 400 for fields that it does not know', async () => {
    const id = await mcpOf('github', newPath());
    expect((await admin.post(secretPath(NOBODY))).status).toBe(404);
    const wrong = await admin.post(secretPath(id), { keep_previou: true });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringMatching(/^keep_previou .*keep_previous\?/),
    ]);
    expect((await admin.post(secretPath(id), { keep_previous: 'yes' })).status).toBe(400);
    expect((await admin.delete(secretPath(id))).status).toBe(404);
  });

  it(`answers 409 beyond ${MAX_SECRETS} secrets for one repository, except for a new one in place of one`, async () => {
    const path = newPath();
    const ids: string[] = [];
    for (let count = 0; count <= MAX_SECRETS; count += 1) ids.push(await mcpOf('github', path));
    const [last = '', first = ''] = [ids.at(-1), ids[0]];
    for (const id of ids.slice(0, -1)) await newSecret(id);
    expect((await admin.post(secretPath(last))).status).toBe(409);
    const secret = await newSecret(first, { keep_previous: true });
    expect(outcome(await send('github', push('github', path), secret))).toBe(true);
    expect((await admin.delete(secretPath(first))).status).toBe(204);
    await newSecret(last);
  });

  it('shows the secret once, and records who made, replaced and revoked it', async () => {
    const org = await actors.organization();
    const id = await mcpOf('github', newPath(), org.id);
    const first = await newSecret(id);
    const second = await newSecret(id, { keep_previous: true });
    const listed = await admin.get(`/api/v1/admin/webhook-secrets?mcp_id=${id}`);
    expect(listed.body).toEqual({
      webhook_secrets: [
        {
          mcp_id: id,
          mcp_name: `acme/${id}`,
          org_id: org.id,
          created_at: expect.any(String),
          created_by: admin.id,
          old_secret_until: expect.any(String),
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
    });
    await newSecret(id);
    expect((await admin.delete(secretPath(id))).status).toBe(204);
    const rows = await t.rows('SELECT * FROM source_secret WHERE mcp_id = $1', [id]);
    expect(rows).toEqual([]);
    const events = await eventsOf(t, id);
    expect(events.map(({ action }) => action)).toEqual([
      'mcp.webhook_secret_created',
      'mcp.webhook_secret_rotated',
      'mcp.webhook_secret_rotated',
      'mcp.webhook_secret_revoked',
    ]);
    for (const secret of [first, second]) expect(JSON.stringify([listed.body, events])).not.toContain(secret);
  });

  it('ends with the MCP, and is known to have been made by somebody', async () => {
    const org = await actors.organization();
    const id = await mcpOf('github', newPath(), org.id);
    await newSecret(id);
    const secrets = t.app.get(SourceSecretsRepository, { strict: false });
    expect((await secrets.madeBy(org.id, admin.id)).map(({ mcpId }) => mcpId)).toEqual([id]);
    expect(await secrets.madeBy(org.id, NOBODY)).toEqual([]);
    expect((await admin.delete(`/api/v1/admin/mcps/${id}`)).status).toBe(204);
    expect(await t.rows('SELECT * FROM source_secret WHERE mcp_id = $1', [id])).toEqual([]);
  });
});

describe.each(HOSTS)('a webhook of %s', (host) => {
  /** Three MCPs of one repository: two with secrets of their own, of which one has replaced its secret twice. */
  async function repository() {
    const path = newPath();
    const mcps = { a: await mcpOf(host, path), b: await mcpOf(host, path), c: await mcpOf(host, path) };
    const ended = await newSecret(mcps.a);
    const previous = await newSecret(mcps.a);
    const a = await newSecret(mcps.a, { keep_previous: true });
    const b = await newSecret(mcps.b);
    const elsewhere = await newSecret(await mcpOf(host, newPath()));
    return {
      path,
      mcps,
      secrets: { a, previous, ended, b, elsewhere, sender: WEBHOOK_SECRETS[host], none: 'another' },
    };
  }
  const EXPECTED = {
    a: ['a'],
    previous: ['a'],
    ended: 401,
    b: ['b'],
    elsewhere: 401,
    sender: ['c'],
    none: 401,
  } as const;
  const events = {
    push: (path: string) => push(host, path),
    rename: (path: string) => rename(host, path, { path: newPath(), id: 7 }),
  };

  it.each(Object.keys(events) as (keyof typeof events)[])(
    'counts for the MCPs whose secret has signed it: a %s',
    async (event) => {
      const { path, mcps, secrets } = await repository();
      for (const [name, expected] of Object.entries(EXPECTED)) {
        const answer = await send(host, events[event](path), secrets[name as keyof typeof secrets]);
        const seen = answer.status === 202 ? await affected(mcps) : answer.status;
        expect([name, seen]).toEqual([name, expected]);
        expect(await affected(mcps)).toEqual([]);
      }
    },
  );

  it('has one effect for each signer, whatever others have sent under the same id', async () => {
    const { path, mcps, secrets } = await repository();
    const sent = push(host, path);
    const delivery = randomUUID();
    for (const [name, expected] of [
      ['b', ['b']],
      ['sender', ['c']],
      ['a', ['a']],
    ] as const) {
      expect(outcome(await send(host, sent, secrets[name], delivery))).toBe(true);
      expect(await affected(mcps)).toEqual(expected);
      for (const again of [delivery, randomUUID()]) {
        expect(outcome(await send(host, sent, secrets[name], again))).toBe(false);
      }
      expect(await affected(mcps)).toEqual([]);
    }
  });

  it('signed by the secret of its sender is 401 where all MCPs have secrets, also if it has no effect', async () => {
    const path = newPath();
    const id = await mcpOf(host, path);
    const secret = await newSecret(id);
    for (const event of [push(host, path), { ...push(host, path), event: 'ping' }]) {
      const isEffective = event.event !== 'ping';
      expect(outcome(await send(host, event, WEBHOOK_SECRETS[host]))).toBe(401);
      expect(outcome(await send(host, event, secret))).toBe(isEffective);
    }
    expect((await admin.delete(secretPath(id))).status).toBe(204);
    expect(outcome(await send(host, push(host, path), secret))).toBe(401);
    expect(outcome(await send(host, push(host, path), WEBHOOK_SECRETS[host]))).toBe(true);
  });

  it('is answered alike for repositories with a secret, without one, and unknown ones', async () => {
    const [own, plain, unknown] = [newPath(), newPath(), newPath()];
    await newSecret(await mcpOf(host, own));
    await mcpOf(host, plain);
    const answers: unknown[] = [];
    for (const path of [own, plain, unknown]) {
      const { status, body } = await send(host, push(host, path), 'another');
      answers.push([status, { ...body, request_id: null }]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const broken = await deliver(actors.anonymous, host, '{', signed(host, '{', { secret: 'another' }));
    expect(broken.status).toBe(401);
  });

  it('is refused while its secret cannot be decrypted', async () => {
    const path = newPath();
    const id = await mcpOf(host, path);
    const secret = await newSecret(id);
    await t.rows(`UPDATE source_secret SET secret = '\\x00'::bytea || substr(secret, 2) WHERE mcp_id = $1`, [
      id,
    ]);
    await t.rows(`UPDATE source_secret SET secret = substr(secret, 1, 29) WHERE mcp_id = $1`, [id]);
    for (const sender of [secret, WEBHOOK_SECRETS[host]]) {
      expect(outcome(await send(host, push(host, path), sender))).toBe(401);
    }
  });

  it('counts for no MCP of another host by the secret of one', async () => {
    const other = HOSTS.find((each) => each !== host) ?? host;
    const path = newPath();
    const mcps = { own: await mcpOf(host, path), other: await mcpOf(other, path) };
    const secret = await newSecret(mcps.own);
    const about = { path, domain: DOMAINS[other], id: 7 };
    expect(outcome(await send(host, push(host, about), secret))).toBe(401);
    expect(outcome(await send(other, push(other, path), secret))).toBe(401);
    expect(await affected(mcps)).toEqual([]);
  });
});
