import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '5000' });

const pathOf = (orgId: string, ...rest: readonly string[]): string =>
  ['/api/v1/orgs', orgId, 'webhooks', ...rest].join('/');
const aWebhook = (change: object = {}) => ({
  url: 'https://hooks.example.com/services/secret-path',
  events: ['version.new', 'gate.failed'],
  ...change,
});
const make = async (owner: HubUserActor, orgId: string, change: object = {}) => {
  const { status, body, text } = await owner.post(pathOf(orgId), aWebhook(change));
  if (status !== 201) throw new Error(text);
  return body as { readonly id: string; readonly secret: string };
};
const put = (by: HubUserActor, path: string, json: unknown) => by.send('PUT', path, { json });

/** The state that a refusal must not change. */
const stateOf = (orgId: string): Promise<unknown> =>
  t.rows(
    `SELECT (SELECT json_agg(w ORDER BY w.id) FROM outbound_webhook w WHERE w.org_id = $1) AS webhooks,
            (SELECT length FROM audit_chain WHERE id = $1) AS events`,
    [orgId],
  );
const auditOf = (orgId: string) =>
  t.rows<{ action: string; details: object }>(
    `SELECT action, details FROM audit_event WHERE org_id = $1 AND resource_type = 'webhook' ORDER BY position`,
    [orgId],
  );

/** Invalid webhooks, with the field named in the error. */
const REFUSED: readonly (readonly [string, object, RegExp])[] = [
  ['no URL', { url: undefined }, /^url /],
  ['a URL that is a list', { url: ['https://hooks.example.com'] }, /^url /],
  ['a long URL', { url: `https://hooks.example.com/${'a'.repeat(2048)}` }, /^url /],
  ['http', { url: 'http://hooks.example.com/a' }, /^url must be an https URL/],
  ['a user in the URL', { url: 'https://user:secret@example.com/a' }, /^url must/],
  ['a credential in the query', { url: 'https://example.com/a?access_token=abc' }, /^url must/],
  ['a loopback address', { url: 'https://127.0.0.1/a' }, /^url must/],
  ['a loopback address as one number', { url: 'https://2130706433/a' }, /^url must/],
  ['a private IPv6 address', { url: 'https://[fd00::1]/a' }, /^url must/],
  ['the metadata service', { url: 'https://169.254.169.254/latest' }, /^url must/],
  ['a local name', { url: 'https://localhost/a' }, /^url must/],
  ['no events', { events: undefined }, /^events /],
  ['an empty list of events', { events: [] }, /^events /],
  ['events that are text', { events: 'gate.failed' }, /^events /],
  ['an unknown event', { events: ['gate.opened'] }, /^events /],
  ['the same event twice', { events: ['gate.failed', 'gate.failed'] }, /^events /],
  ['events that are no text', { events: [{}] }, /^events /],
  ['a description with NUL', { description: 'a\u0000' }, /^description /],
  ['a long description', { description: 'a'.repeat(501) }, /^description /],
  ['a flag that is text', { enabled: 'true' }, /^enabled /],
];

describe('POST /api/v1/orgs/{orgId}/webhooks', () => {
  it.each(REFUSED)(
    'answers 400 naming the field for %s, and creates nothing',
    async (_what, change, message) => {
      const { id, owner } = await actors.organization();
      const before = await stateOf(id);
      const { status, body } = await owner.post(pathOf(id), aWebhook(change));
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'bad_request', message: expect.stringMatching(message), code: 'BAD_REQUEST' },
      });
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it('answers 404 to others, 403 to a member and without the plan, and 403 to a token without admin:org', async () => {
    const { id, owner } = await actors.organization();
    const stranger = (await actors.organization()).owner;
    const member = await actors.member(id, 'MEMBER');
    const token = await actors.serviceToken(id, [`ci:org:${id}`, `read:org:${id}`]);
    const statuses = [];
    for (const by of [stranger, member, token]) statuses.push((await by.post(pathOf(id), aWebhook())).status);
    expect(statuses).toEqual([404, 403, 403]);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [id]);
    const { status, body } = await owner.post(pathOf(id), aWebhook());
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'enterprise_required' });
  });

  it('answers 403 from the next request on to a token whose creator was demoted', async () => {
    const { id, owner } = await actors.organization();
    const admin = await actors.member(id, 'ADMIN');
    const created = await admin.post(`/api/v1/orgs/${id}/tokens`, {
      name: 'robot',
      scopes: [`admin:org:${id}`],
    });
    const robot = actors.anonymous.as(`Bearer ${created.body.token as string}`);
    expect((await robot.post(pathOf(id), aWebhook())).status).toBe(201);
    await owner.patch(`/api/v1/orgs/${id}/members/${admin.id}`, { role: 'MEMBER' });
    expect((await robot.post(pathOf(id), aWebhook())).status).toBe(403);
  });

  it('shows the secret in this response only, and stores it encrypted', async () => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.post(pathOf(id), aWebhook({ description: 'Alerts' }));
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        org_id: id,
        url: 'https://hooks.example.com/services/secret-path',
        events: ['version.new', 'gate.failed'],
        description: 'Alerts',
        enabled: true,
        disabled_reason: null,
        last_success_at: null,
        old_secret_until: null,
        created_at: expect.any(String),
        updated_at: body.created_at,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const { secret, ...shown } = body;
    expect((await owner.get(pathOf(id, body.id as string))).body).toEqual(shown);
    expect((await owner.get(pathOf(id))).body).toEqual({ webhooks: [shown], total: 1, limit: 20, offset: 0 });
    const [stored] = await t.rows<{ row: string; secret: Buffer }>(
      'SELECT w::text AS row, w.secret FROM outbound_webhook w WHERE w.id = $1',
      [body.id],
    );
    expect(stored?.secret.includes(secret as string)).toBe(false);
    expect(stored?.row).not.toContain(secret);
  });

  it('records the origin of the URL in the audit trail, not its path, and no secret', async () => {
    const { id, owner } = await actors.organization();
    await make(owner, id);
    const events = await auditOf(id);
    expect(events).toEqual([
      {
        action: 'webhook.created',
        details: {
          origin: 'https://hooks.example.com',
          description: '',
          events: ['version.new', 'gate.failed'],
          enabled: true,
        },
      },
    ]);
  });

  it('answers 409 beyond twenty, also to two callers at once', async () => {
    const { id, owner } = await actors.organization();
    const other = await actors.member(id, 'ADMIN');
    for (let made = 0; made < 19; made += 1) await make(owner, id);
    const answers = await Promise.all([owner, other].map((by) => by.post(pathOf(id), aWebhook())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await owner.get(pathOf(id))).body.total).toBe(20);
  });
});

describe('a webhook of another organization', () => {
  it('does not exist for any operation', async () => {
    const [mine, other] = [await actors.organization(), await actors.organization()];
    const { id } = await make(other.owner, other.id);
    const before = await stateOf(other.id);
    const [delivery] = [randomUUID()];
    const answers = [
      await mine.owner.get(pathOf(mine.id, id)),
      await put(mine.owner, pathOf(mine.id, id), { enabled: false }),
      await mine.owner.delete(pathOf(mine.id, id)),
      await mine.owner.post(pathOf(mine.id, id, 'rotate'), {}),
      await mine.owner.post(pathOf(mine.id, id, 'test'), {}),
      await mine.owner.get(pathOf(mine.id, id, 'deliveries')),
      await mine.owner.post(pathOf(mine.id, id, 'deliveries', delivery, 'redeliver'), {}),
      await mine.owner.get(pathOf(other.id, id)),
      await mine.owner.get(pathOf(mine.id, 'not-an-id')),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await stateOf(other.id)).toEqual(before);
  });
});

describe('PUT /api/v1/orgs/{orgId}/webhooks/{webhookId}', () => {
  it.each(REFUSED.filter(([, change]) => Object.values(change)[0] !== undefined))(
    'answers 400 for %s, and changes nothing',
    async (_what, change, message) => {
      const { id, owner } = await actors.organization();
      const webhook = await make(owner, id);
      const before = await stateOf(id);
      const { status, body } = await put(owner, pathOf(id, webhook.id), change);
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: expect.stringMatching(message),
      });
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it('changes what it names, and records nothing without a change', async () => {
    const { id, owner } = await actors.organization();
    const webhook = await make(owner, id);
    const path = pathOf(id, webhook.id);
    const { status, body } = await put(owner, path, {
      enabled: false,
      url: 'https://hooks.example.com/other',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        enabled: false,
        url: 'https://hooks.example.com/other',
        events: ['version.new', 'gate.failed'],
      },
    });
    expect((await put(owner, path, { enabled: false })).body).toEqual(body);
    await put(owner, path, { url: 'https://hooks.example.com/third' });
    expect((await auditOf(id)).slice(1)).toEqual([
      { action: 'webhook.updated', details: { changes: { enabled: { from: true, to: false } } } },
      { action: 'webhook.updated', details: { url_changed: true } },
    ]);
  });
});

describe('POST /api/v1/orgs/{orgId}/webhooks/{webhookId}/rotate', () => {
  it('shows another secret, once, and says how long the one before is valid', async () => {
    const { id, owner } = await actors.organization();
    const webhook = await make(owner, id);
    const { status, body } = await owner.post(pathOf(id, webhook.id, 'rotate'), {});
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret).not.toBe(webhook.secret);
    const until = Date.parse(body.old_secret_until as string) - Date.parse(body.updated_at as string);
    expect(until).toBe(24 * 60 * 60 * 1000);
    expect((await owner.get(pathOf(id, webhook.id))).body.secret).toBeUndefined();
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'webhook.rotated',
      details: { old_secret_until: body.old_secret_until },
    });
  });
});

describe('DELETE /api/v1/orgs/{orgId}/webhooks/{webhookId}', () => {
  it('deletes it with its deliveries, once', async () => {
    const { id, owner } = await actors.organization();
    const webhook = await make(owner, id);
    expect((await owner.post(pathOf(id, webhook.id, 'test'), {})).status).toBe(202);
    const statuses = [];
    for (let times = 0; times < 2; times += 1)
      statuses.push((await owner.delete(pathOf(id, webhook.id))).status);
    expect(statuses).toEqual([204, 404]);
    expect((await owner.get(pathOf(id))).body.webhooks).toEqual([]);
    expect(await t.rows('SELECT id FROM outbound_delivery WHERE webhook_id = $1', [webhook.id])).toEqual([]);
  });
});

describe('POST /api/v1/orgs/{orgId}/webhooks/{webhookId}/test', () => {
  it('answers 409 for a disabled webhook, and for one whose backlog is full', async () => {
    const { id, owner } = await actors.organization();
    const disabled = await make(owner, id, { enabled: false });
    expect((await owner.post(pathOf(id, disabled.id, 'test'), {})).status).toBe(409);
    const full = await make(owner, id);
    const { body } = await owner.post(pathOf(id, full.id, 'test'), {});
    // In parts, because the embedded database blocks this process: idle connections would end unnoticed.
    for (let part = 0; part < 20; part += 1) {
      await t.rows(
        `INSERT INTO outbound_delivery (id, webhook_id, event_id, status, run_after, retry_until, created_at)
         SELECT gen_random_uuid(), $1, $2, 'PENDING', now(), now(), now() FROM generate_series(1, 500)`,
        [full.id, body.event_id],
      );
    }
    const answer = await owner.post(pathOf(id, full.id, 'test'), {});
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 409,
      message: expect.stringMatching(/too many deliveries/),
    });
  });
});

describe('GET /api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries', () => {
  it('lists them newest first, by pages and by status, and refuses another status', async () => {
    const { id, owner } = await actors.organization();
    const webhook = await make(owner, id);
    const made: unknown[] = [];
    for (let times = 0; times < 3; times += 1)
      made.unshift((await owner.post(pathOf(id, webhook.id, 'test'), {})).body);
    const path = pathOf(id, webhook.id, 'deliveries');
    expect((await owner.get(path)).body).toEqual({ deliveries: made, total: 3, limit: 20, offset: 0 });
    expect((await owner.get(`${path}?limit=1&offset=1&status=PENDING`)).body).toEqual({
      deliveries: [made[1]],
      total: 3,
      limit: 1,
      offset: 1,
    });
    expect((await owner.get(`${path}?status=DEAD`)).body).toMatchObject({ deliveries: [], total: 0 });
    const { status, body } = await owner.get(`${path}?status=dead`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^status /),
    });
  });
});
