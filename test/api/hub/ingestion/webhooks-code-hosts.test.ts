import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookCleanupJob } from '../../../../src/hub/ingestion/webhooks/webhook-cleanup-job.js';
import type { ApiResponse } from '../../../support/api-client.js';
import { HOSTS, newCommit, newMcp, NONE, push } from '../../../support/code-hosts.js';
import { HubActors, HubIdp } from '../../../support/hub-actors.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import {
  deliver,
  deliverSigned,
  named,
  signed,
  webhookSettings,
  type Sender,
} from '../../../support/webhooks.js';

let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
beforeAll(async () => {
  idp = await HubIdp.start();
  // The limit for anonymous callers does not apply to webhooks.
  t = await startTestApp({ ...idp.settings, ...webhookSettings, RATE_LIMIT_ANONYMOUS: '1' });
  actors = new HubActors(t, idp);
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const send = (sender: Sender, event: string, json: unknown, delivery?: string): Promise<ApiResponse> =>
  deliverSigned(actors.anonymous, sender, json, named(sender, event, delivery));
const eventsOf = (path: string): Promise<{ commit_hash: string | null; ref: string; delivery: string }[]> =>
  t.rows(
    `SELECT e.commit_hash, e.ref, e.delivery FROM source_event e JOIN mcp m ON m.id = e.mcp_id
      WHERE m.repo_key LIKE '%' || $1 ORDER BY e.created_at, e.ref`,
    [path],
  );

describe.each(HOSTS)('POST /api/v1/webhooks/%s', (host) => {
  it('forwards a push to a known repository once, with the head commit only', async () => {
    const path = await newMcp(t);
    const { event, body, after, ref } = push(host, path);
    const delivery = randomUUID();
    const first = await send(host, event, body, delivery);
    expect({ status: first.status, body: first.body }).toEqual({
      status: 202,
      body: { delivery_id: delivery, accepted: true },
    });
    expect((await send(host, event, body, delivery)).body).toEqual({
      delivery_id: delivery,
      accepted: false,
    });
    expect(await eventsOf(path)).toEqual([{ commit_hash: after, ref, delivery: `${host}:${delivery}` }]);
    expect(
      await t.rows('SELECT event, outcome FROM webhook_delivery WHERE delivery_id = $1', [delivery]),
    ).toEqual([{ event, outcome: 'ACCEPTED' }]);
  });

  it('has one effect for twenty concurrent copies of a delivery', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    const delivery = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(host, event, body, delivery)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(202));
    expect(answers.filter(({ body: { accepted } }) => accepted === true)).toHaveLength(1);
    expect(await eventsOf(path)).toHaveLength(1);
  });

  it('queues one commit of a server at a time, whatever the source', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    const again = (count: number) => ({ ...body, count });
    await Promise.all(Array.from({ length: 5 }, (_unused, count) => send(host, event, again(count))));
    expect(await eventsOf(path)).toHaveLength(1);
    await t.rows('UPDATE source_event SET taken_at = now()');
    expect((await send(host, event, again(5))).body.accepted).toBe(true);
    expect(await eventsOf(path)).toHaveLength(2);
  });

  it('has no second effect for a body replayed under another delivery id or event', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    expect((await send(host, event, body)).body.accepted).toBe(true);
    await t.rows('UPDATE source_event SET taken_at = now()');
    const delivery = randomUUID();
    for (const name of [event, 'release', event]) {
      const replay = await send(host, name, body, delivery);
      expect({ status: replay.status, body: replay.body }).toEqual({
        status: 202,
        body: { delivery_id: delivery, accepted: false },
      });
    }
    expect(await eventsOf(path)).toHaveLength(1);
    expect(await t.rows('SELECT outcome FROM webhook_delivery WHERE delivery_id = $1', [delivery])).toEqual([
      { outcome: 'REPLAYED' },
    ]);
  });

  it('has one effect for the same body under twenty concurrent delivery ids', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(host, event, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(202));
    expect(answers.filter(({ body: { accepted } }) => accepted === true)).toHaveLength(1);
  });

  it('identifies a delivery without an id by its digest', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    const text = JSON.stringify(body);
    const isEvent = ([name]: [string, string]): boolean => /-event(-key)?$/.test(name);
    const eventAlone = Object.fromEntries(Object.entries(named(host, event)).filter(isEvent));
    const headers = { ...signed(host, text), ...eventAlone };
    const answer = await deliver(actors.anonymous, host, text, headers);
    expect(answer.body).toEqual({
      delivery_id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      accepted: true,
    });
    expect((await deliver(actors.anonymous, host, text, headers)).body).toEqual({
      ...answer.body,
      accepted: false,
    });
  });

  it('distinguishes deliveries, whatever the length of an id', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path);
    const { body: answer } = await send(host, event, body, 'x'.repeat(10_000));
    expect(answer).toEqual({ delivery_id: expect.stringMatching(/^sha256:/), accepted: true });
  });

  it('accepts no push to an unknown repository until it is registered', async () => {
    const path = `acme/r-${randomUUID()}`;
    const { event, body } = push(host, path);
    const delivery = randomUUID();
    const answer = await send(host, event, body, delivery);
    expect({ status: answer.status, accepted: answer.body.accepted }).toEqual({
      status: 202,
      accepted: false,
    });
    await newMcp(t, { path });
    expect((await send(host, event, body, delivery)).body.accepted).toBe(true);
  });

  it('accepts an earlier push to an unknown repository under another delivery id once it is registered', async () => {
    const path = `acme/r-${randomUUID()}`;
    const { event, body } = push(host, path);
    expect((await send(host, event, body)).body.accepted).toBe(false);
    await newMcp(t, { path });
    expect((await send(host, event, body)).body.accepted).toBe(true);
    expect((await send(host, event, body)).body.accepted).toBe(false);
  });

  it('recognizes a repository in any spelling', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path.toUpperCase());
    expect((await send(host, event, body)).body.accepted).toBe(true);
  });

  it('ignores the deletion of a branch', async () => {
    const path = await newMcp(t);
    const { event, body } = push(host, path, { after: NONE });
    expect((await send(host, event, body)).body.accepted).toBe(false);
    expect(await eventsOf(path)).toEqual([]);
  });

  it('forwards the commit of a tag', async () => {
    const path = await newMcp(t);
    const { event, body, after, ref } = push(host, path, { ref: 'refs/tags/v1.2.0' });
    await send(host, event, body);
    expect(await eventsOf(path)).toMatchObject([{ commit_hash: after, ref }]);
  });

  it('ignores servers of suspended or deleted organizations', async () => {
    const { id: orgId } = await actors.organization();
    const path = await newMcp(t, { orgId });
    const { event, body } = push(host, path);
    for (const status of ['SUSPENDED', 'DELETED']) {
      await t.rows('UPDATE organization SET status = $2 WHERE id = $1', [orgId, status]);
      expect((await send(host, event, body)).body.accepted).toBe(false);
    }
    await t.rows(`UPDATE organization SET status = 'ACTIVE' WHERE id = $1`, [orgId]);
    expect((await send(host, event, body)).body.accepted).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing in it', {}],
    ['other types in it', { ref: 1, after: [], repository: 'x', project: null, push: { changes: {} } }],
    ['a prototype in it', '{"__proto__":{"after":"' + newCommit() + '"},"constructor":{}}'],
    ['invalid changes', { push: { changes: [null, 1, [], { new: { name: 7, target: 1 } }] } }],
  ])('ignores a push with %s', async (_what, body) => {
    const { event } = push(host, 'x/y');
    const answer = await send(host, event, body);
    expect({ status: answer.status, accepted: answer.body.accepted }).toEqual({
      status: 202,
      accepted: false,
    });
  });

  it.each(['', 'short', 'A'.repeat(40), `${newCommit()}\n`, 1e300])(
    'ignores a push to an invalid commit: %j',
    async (commit) => {
      const path = await newMcp(t);
      const { event, body } = push(host, path, { after: commit as string });
      expect((await send(host, event, body)).body.accepted).toBe(false);
      expect(await eventsOf(path)).toEqual([]);
    },
  );

  it.each(['refs/heads/a\u0000b', 'refs/heads/\ud800', `refs/heads/${'x'.repeat(300)}`])(
    'ignores a push to a name that cannot be stored',
    async (ref) => {
      const path = await newMcp(t);
      const { event, body } = push(host, path, { ref });
      expect((await send(host, event, body)).status).toBe(202);
      expect(await eventsOf(path)).toEqual([]);
    },
  );
});

describe('releases', () => {
  it('of GitHub are forwarded when published, and never with the commit that they name', async () => {
    const path = await newMcp(t);
    const release = (action: string, tag = 'v1.0.0', draft = false) => ({
      action,
      release: { tag_name: tag, target_commitish: newCommit(), draft },
      repository: { clone_url: `https://github.com/${path}.git` },
    });
    for (const action of ['created', 'edited', 'deleted', 'unpublished']) {
      expect((await send('github', 'release', release(action))).body.accepted).toBe(false);
    }
    for (const ignored of [release('published', 'nightly'), release('published', 'v1.0.0', true)]) {
      expect((await send('github', 'release', ignored)).body.accepted).toBe(false);
    }
    for (const [action, tag] of [
      ['published', 'v1.0.0'],
      ['released', 'v1.0.0'],
      ['prereleased', '2.0.0-rc.1'],
    ] as const) {
      expect((await send('github', 'release', release(action, tag))).body.accepted).toBe(true);
    }
    expect(await eventsOf(path)).toMatchObject([
      { commit_hash: null, ref: 'refs/tags/v1.0.0' },
      { commit_hash: null, ref: 'refs/tags/2.0.0-rc.1' },
    ]);
  });

  it('of GitLab are forwarded when created', async () => {
    const path = await newMcp(t);
    const commit = newCommit();
    const release = (action: string, tag = 'v1.1.0') => ({
      object_kind: 'release',
      action,
      tag,
      commit: { id: commit },
      project: { git_http_url: `https://gitlab.com/${path}.git` },
    });
    expect((await send('gitlab', 'Release Hook', release('update'))).body.accepted).toBe(false);
    expect((await send('gitlab', 'Release Hook', release('create', 'v1.1'))).body.accepted).toBe(false);
    expect((await send('gitlab', 'Release Hook', release('create'))).body.accepted).toBe(true);
    expect(await eventsOf(path)).toMatchObject([{ commit_hash: commit, ref: 'refs/tags/v1.1.0' }]);
  });
});

describe('pushes of several kinds', () => {
  it('of an annotated tag on GitHub use the commit, not the tag object', async () => {
    const path = await newMcp(t);
    const { event, body } = push('github', path, { ref: 'refs/tags/v1.0.0' });
    const commit = newCommit();
    await send('github', event, { ...body, head_commit: { id: commit } });
    expect(await eventsOf(path)).toMatchObject([{ commit_hash: commit }]);
  });

  it('of many branches on Bitbucket are bounded', async () => {
    const path = await newMcp(t);
    const { body } = push('bitbucket', path);
    const changes = Array.from({ length: 500 }, (_unused, index) => ({
      new: { type: 'tag', name: `1.0.${index}`, target: { hash: newCommit() } },
    }));
    await send('bitbucket', 'repo:push', { ...body, push: { changes } });
    expect(await eventsOf(path)).toHaveLength(10);
  });

  it('reach every organization with the repository', async () => {
    const path = `acme/r-${randomUUID()}`;
    for (const org of [await actors.organization(), await actors.organization()]) {
      await newMcp(t, { orgId: org.id, path });
    }
    const { event, body } = push('github', path);
    await send('github', event, body);
    expect(await eventsOf(path)).toHaveLength(2);
  });

  it('of GitLab are identified by the idempotency key when they have no event UUID', async () => {
    const path = await newMcp(t);
    const { event, body } = push('gitlab', path);
    const text = JSON.stringify(body);
    const headers = { ...signed('gitlab', text), 'x-gitlab-event': event, 'x-gitlab-webhook-uuid': 'hook-1' };
    const byKey = await deliver(actors.anonymous, 'gitlab', text, { ...headers, 'idempotency-key': 'key-1' });
    expect(byKey.body).toEqual({ delivery_id: 'key-1', accepted: true });
    const byHook = await deliver(actors.anonymous, 'gitlab', text, headers);
    expect(byHook.body).toEqual({
      delivery_id: expect.stringMatching(/^hook-1:sha256:[0-9a-f]{64}$/),
      accepted: false,
    });
  });
});

describe('the webhooks', () => {
  it('have a rate limit of their own, with its headers', async () => {
    const { headers } = await send('github', 'ping', {});
    expect(headers.get('x-ratelimit-limit')).toBe('5000');
  });

  it('are deleted after thirty days, with their commits', async () => {
    const path = await newMcp(t);
    const [old, recent] = [randomUUID(), randomUUID()];
    const { event, body } = push('github', path);
    await send('github', event, body, old);
    await t.rows(
      `UPDATE webhook_delivery SET received_at = now() - interval '31 days' WHERE delivery_id = $1`,
      [old],
    );
    await t.rows(
      `UPDATE source_event SET created_at = now() - interval '31 days' WHERE delivery = 'github:' || $1`,
      [old],
    );
    await send('github', 'push', push('github', path).body, recent);
    await t.app.get(WebhookCleanupJob).run(new AbortController().signal);
    expect(
      await t.rows('SELECT delivery_id FROM webhook_delivery WHERE delivery_id IN ($1, $2)', [old, recent]),
    ).toEqual([{ delivery_id: recent }]);
    expect(await eventsOf(path)).toMatchObject([{ delivery: `github:${recent}` }]);
    // The digest of a signed body is kept longer: it has no date, and may be replayed at any time.
    expect((await send('github', event, body, randomUUID())).body.accepted).toBe(false);
    await t.rows(`UPDATE webhook_effect SET received_at = received_at - interval '366 days'`);
    await t.app.get(WebhookCleanupJob).run(new AbortController().signal);
    expect(await t.rows('SELECT sender FROM webhook_effect')).toEqual([]);
  });
});
