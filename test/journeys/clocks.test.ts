import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packedServer } from '../support/analyzed-packages.js';
import { ApiClient } from '../support/api-client.js';
import { Balancer } from '../support/balancer.js';
import { Browser } from '../support/browser.js';
import { PASSWORD } from '../support/credentials.js';
import { HubHome } from '../support/hub-home.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { pushed } from '../support/uploads.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const HOUR = 60 * 60 * 1000;
const SECONDS = 180;

const PRELOAD = new URL('../support/shifted-clock.mjs', import.meta.url);

/** Settings of a process whose clock is ahead of the database's, or behind it. */
const withClock = (hours: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${PRELOAD.href}`,
  TEST_CLOCK_AHEAD_MS: String(hours * HOUR),
});
const RIGHT = { NODE_OPTIONS: '', TEST_CLOCK_AHEAD_MS: '0' };

const receiver = await WebhookReceiver.start();
afterAll(() => receiver.close());

describe.each([
  ['a day fast', 24],
  ['a day slow', -24],
])('a server whose clock is %s', (_what, hours) => {
  let hub: HubHome;
  let right: ServerProcess;
  beforeAll(async () => {
    hub = await HubHome.start({
      ...withClock(hours),
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
      REDIS_PREFIX: `test-${randomUUID()}`,
      OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS: receiver.origin,
      OUTBOUND_WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
    });
  });
  afterAll(() => hub.close());

  const push = async (name: string): Promise<string> =>
    pushed(hub.owner, hub.anonymous, name, '1.0.0', await packedServer({ note: name }));
  const isPublished = async (name: string): Promise<boolean> => {
    const { body } = await hub.owner.get(`/api/v1/mcps/${name}/versions`);
    return (body.versions as { status: string }[]).every(({ status }) => status === 'PUBLISHED');
  };

  it('refuses a service token of a minute ago that has expired', async () => {
    const token = await hub.serviceToken('grc');
    await hub.home.query(`UPDATE service_token SET expires_at = now() - interval '1 minute' RETURNING id`);
    const { status } = await hub.anonymous.as(`Bearer ${token}`).get('/api/v1/grc/risk-posture');
    expect(status).toBe(401);
  });

  it('accepts a service token that it gave for an hour', async () => {
    const token = await hub.serviceToken('grc');
    await hub.home.query(
      `UPDATE service_token SET expires_at = now() + interval '1 hour' WHERE expires_at > now() RETURNING id`,
    );
    const { status } = await hub.anonymous.as(`Bearer ${token}`).get('/api/v1/grc/risk-posture');
    expect(status).toBe(200);
  });

  it('takes a push and publishes it', async () => {
    await push('acme/pushed');
    await eventually(() => isPublished('acme/pushed'), SECONDS);
  });

  it('sends events with the right time', async () => {
    const path = randomUUID();
    const { status, text } = await hub.owner.post(`/api/v1/orgs/${hub.orgId}/webhooks`, {
      url: receiver.url(path),
      events: ['version.certified'],
    });
    expect([status, text]).toEqual([201, expect.anything()]);
    await push('acme/announced');
    await eventually(() => Promise.resolve(receiver.at(path).length > 0), SECONDS);
    const [event] = receiver.at(path);
    const sent = Number(event?.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sent - Date.now())).toBeLessThan(HOUR);
    expect(Math.abs(Date.parse(event?.body.created_at ?? '') - Date.now())).toBeLessThan(HOUR);
    await eventually(() => isPublished('acme/announced'), SECONDS);
  });

  it('makes tokens that a server with the right clock accepts, and the other way round', async () => {
    const token = (await hub.server.admin()).credentials;
    right = await hub.home.start({ ...RIGHT, PORT: '0', DATA_DIR: join(hub.home.dataDir, 'right') });
    expect((await new ApiClient(right.url, token).get('/v1/catalog')).status).toBe(200);
    const other = (await right.admin()).credentials;
    expect((await new ApiClient(hub.server.url, other).get('/v1/catalog')).status).toBe(200);
  });

  it('stops no recurring job, also after it is gone', async () => {
    await right.kill();
    await hub.restart(RIGHT);
    // Nothing wakes a worker for this one.
    const [job] = await hub.home.query<{ id: string }>(
      `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at)
       SELECT gen_random_uuid(), id, mcp_id, 'retry', 'QUEUED', now() - interval '1 minute', now()
         FROM mcp_version LIMIT 1 RETURNING id`,
    );
    await eventually(async () => {
      const [row] = await hub.home.query<{ status: string }>(
        `SELECT status FROM analysis_job WHERE id = '${job?.id ?? ''}'`,
      );
      return row?.status === 'SUCCEEDED';
    }, SECONDS);
  });
});

describe('a sign-in whose requests reach a fast and a slow server in turn', () => {
  let home: ServerHome;
  let balancer: Balancer;
  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    balancer = await Balancer.start(ports);
    home = await ServerHome.open({
      PUBLIC_URL: balancer.url,
      SESSION_SECRET: randomBytes(32).toString('base64'),
      BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
    });
    for (const [index, port] of ports.entries()) {
      const clock = withClock(index === 0 ? 24 : -24);
      await home.start({ ...clock, PORT: String(port), DATA_DIR: join(home.dataDir, String(port)) });
    }
    await eventually(() => Promise.resolve(ports.every((port) => balancer.uses(port))));
  });
  afterAll(async () => {
    balancer.close();
    await home.close();
  });

  it.each([0, 1])('works, beginning at server %i', async (first) => {
    const browser = new Browser();
    for (let asked = 0; asked < first; asked += 1) await browser.visit(`${balancer.url}/healthz`);
    const me = encodeURIComponent('/api/v1/me');
    const page = await browser.open(`${balancer.url}/auth/login?return_to=${me}`);
    const entered = await browser.submit(page, { username: 'admin', password: PASSWORD });
    expect([entered.status, entered.url]).toEqual([200, `${balancer.url}/api/v1/me`]);
    for (let asked = 0; asked < 2; asked += 1) {
      expect((await browser.visit(`${balancer.url}/api/v1/me`)).status).toBe(200);
    }
  });
});
