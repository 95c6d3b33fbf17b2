import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReportWorker } from '../../src/reports/report-worker.js';
import { HubActors, HubIdp } from '../support/hub-actors.js';
import { ObjectStoreProxy } from '../support/object-store-proxy.js';
import { makeReport, reportsOf } from '../support/made-reports.js';
import { S3Server } from '../support/s3-server.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let s3: S3Server;
let store: ObjectStoreProxy;
let idp: HubIdp;
let t: TestApp;
let org: Awaited<ReturnType<HubActors['organization']>>;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  idp = await HubIdp.start();
  t = await startTestApp({ ...idp.settings, ...store.settings, STORAGE_PRESIGN_ENABLED: 'false' });
});
afterAll(async () => {
  await t.close();
  await idp.close();
  await store.close();
  await s3.close();
});
beforeEach(async () => {
  store.trouble = () => undefined;
  // Two reports of one organization may be the same bytes, which are stored once.
  org = await new HubActors(t, idp).organization();
});

const request = async (): Promise<string> =>
  (await org.owner.post(reportsOf(org.id), { scope: 'ORGANIZATION', format: 'PDF' })).body.id as string;
const rowOf = async (id: string) =>
  (
    await t.rows<{ status: string; attempts: number; data_key: string | null }>(
      'SELECT status, attempts, data_key FROM report WHERE id = $1',
      [id],
    )
  )[0];

describe('a report while the object store is full', () => {
  it.each(['report-data', 'report-html', 'pdf'])(
    'waits when the object %s cannot be stored, and is made once it can',
    async (kind) => {
      const id = await request();
      store.trouble = ({ verb, path }) =>
        verb !== 'GET' && verb !== 'HEAD' && path.includes(`/${org.id}/${kind}/`)
          ? { status: 507 }
          : undefined;
      await makeReport(t, id);
      expect(await rowOf(id)).toMatchObject({ status: 'PENDING', attempts: 0 });
      expect((await org.owner.get(`${reportsOf(org.id)}/${id}.pdf`)).status).toBe(409);
      expect(await makeReport(t, id)).toBe(false);

      store.trouble = () => undefined;
      await t.rows('UPDATE report SET run_after = now() WHERE id = $1', [id]);
      await makeReport(t, id);
      expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
      const { status, bytes } = await org.owner.get(`${reportsOf(org.id)}/${id}.pdf`);
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    },
  );

  it('fails after a day', async () => {
    const id = await request();
    store.trouble = ({ verb }) => (verb === 'PUT' || verb === 'POST' ? { status: 507 } : undefined);
    await t.rows(`UPDATE report SET created_at = created_at - interval '2 days' WHERE id = $1`, [id]);
    await makeReport(t, id);
    const { body } = await org.owner.get(`${reportsOf(org.id)}/${id}`);
    expect(body).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the object store was unavailable for a day',
    });
  });
});

describe('fifty reports at once', () => {
  it('are all made, one after the other', async () => {
    await t.rows('DELETE FROM report');
    const ids = await Promise.all(Array.from({ length: 50 }, request));
    t.app.get(ReportWorker, { strict: false }).start();
    for (;;) {
      const [row] = await t.rows<{ pending: number; running: number; failed: number }>(
        `SELECT count(*) FILTER (WHERE status = 'PENDING')::integer AS pending, count(worker)::integer AS running,
                count(*) FILTER (WHERE status = 'FAILED')::integer AS failed
           FROM report`,
      );
      expect(row?.running).toBeLessThanOrEqual(1);
      expect(row?.failed).toBe(0);
      if (row?.pending === 0) break;
      await wait(200);
    }
    const { body } = await org.owner.get(`${reportsOf(org.id)}?limit=50`);
    expect(new Set((body.reports as { id: string }[]).map(({ id }) => id))).toEqual(new Set(ids));
  });
});
