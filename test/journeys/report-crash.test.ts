import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { browsersOf, membersOf } from '../support/child-processes.js';
import { HoldingProxy, type Moment } from '../support/holding-proxy.js';
import { HubHome } from '../support/hub-home.js';
import { reportsOf } from '../support/made-reports.js';
import { S3Server } from '../support/s3-server.js';
import { eventually } from '../support/stored-artifacts.js';

let s3: S3Server;
let store: HoldingProxy;
let hub: HubHome;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await HoldingProxy.before(() => s3.endpoint);
  hub = await HubHome.start({
    ...s3.settings,
    STORAGE_S3_ENDPOINT: store.url,
    STORAGE_PRESIGN_ENABLED: 'false',
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    REDIS_PREFIX: `test-${randomUUID()}`,
  });
});
afterAll(async () => {
  await hub.close();
  await store.close();
  await s3.close();
});

const request = async (): Promise<string> => {
  const body = { scope: 'ORGANIZATION', format: 'PDF' };
  const response = await hub.owner.post(reportsOf(hub.orgId), body);
  if (response.status !== 201) throw new Error(response.text);
  return response.body.id as string;
};
const isCompleted = async (id: string): Promise<boolean> => {
  const { body } = await hub.owner.get(`${reportsOf(hub.orgId)}/${id}`);
  if (body.status === 'FAILED') throw new Error(body.failure_reason as string);
  return body.status === 'COMPLETED';
};

/** Longer than the pause after a failure, or after a lost message. */
const RETRIED_SECONDS = 180;

/** As if the killed process had been silent for a minute, and starts another one. */
async function restartAfterMinute(): Promise<void> {
  await hub.home.query(`UPDATE report SET heartbeat_at = heartbeat_at - interval '1 minute' RETURNING id`);
  await hub.restart();
}

/** The report exists once, with its documents, after so many attempts. */
async function expectMadeOnce(id: string, attempts: number): Promise<void> {
  const pdf = await hub.owner.get(`${reportsOf(hub.orgId)}/${id}.pdf`);
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const { body } = await hub.owner.get(`/api/v1/orgs/${hub.orgId}/audit-events?limit=100`);
  const events = body.events as { resource_id: string; action: string }[];
  const actions = events.filter((event) => event.resource_id === id).map(({ action }) => action);
  expect(actions.sort()).toEqual(['report.completed', 'report.requested']);
  const rows = await hub.home.query(`SELECT attempts, worker FROM report WHERE id = '${id}'`);
  expect(rows).toEqual([{ attempts, worker: null }]);
}

describe('kill -9 of the server', () => {
  it.each<[string, RegExp, Moment]>([
    ['before it has stored the data', /^PUT .*\/report-data\//, 'before'],
    ['after it has printed', /^PUT .*\/report-html\//, 'before'],
    ['after it has stored the documents', /^PUT .*\/pdf\//, 'after'],
  ])('%s delays the report, and doubles nothing', async (_when, selection, moment) => {
    const held = store.next(selection, moment);
    const id = await request();
    await held;
    await hub.server.kill();
    await restartAfterMinute();
    await eventually(() => isCompleted(id), RETRIED_SECONDS);
    await expectMadeOnce(id, 1);
  });

  it('while it prints ends the browser too, and the report is made by the next server', async () => {
    // So that the report cannot be completed before the server is killed.
    void store.next(/^PUT .*\/report-html\//, 'before');
    const id = await request();
    await eventually(() => Promise.resolve(browsersOf(hub.server.pid).length > 0));
    const browsers = browsersOf(hub.server.pid);
    await hub.server.kill();
    await eventually(() => Promise.resolve(browsers.flatMap(membersOf).length === 0));
    await restartAfterMinute();
    await eventually(() => isCompleted(id), RETRIED_SECONDS);
    await expectMadeOnce(id, 1);
  });

  it('again and again does not fail the report', async () => {
    let held = store.next(/^PUT .*\/report-html\//, 'before');
    const id = await request();
    for (let kills = 1; kills <= 4; kills += 1) {
      await held;
      await hub.server.kill();
      if (kills < 4) held = store.next(/^PUT .*\/report-html\//, 'before');
      await restartAfterMinute();
    }
    await eventually(() => isCompleted(id), RETRIED_SECONDS);
    await expectMadeOnce(id, 1);
  });
});

describe('kill -9 of the browser', () => {
  it('while it prints repeats the attempt, and nobody sees anything of it', async () => {
    // Without a browser that waits since an earlier report: its end would concern none.
    await hub.restart();
    const id = await request();
    let killed = 0;
    await eventually(() => {
      for (const pid of browsersOf(hub.server.pid)) killed += Number(process.kill(-pid, 'SIGKILL'));
      return Promise.resolve(killed > 0);
    });
    await eventually(() => isCompleted(id), RETRIED_SECONDS);
    await expectMadeOnce(id, 2);
  });
});
