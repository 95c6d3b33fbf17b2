import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalysisWorker } from '../../src/hub/analysis/runs/analysis-worker.js';
import { RegistryEventsJob } from '../../src/hub/ingestion/registry-events/registry-events-job.js';
import type { Actor } from '../support/actors.js';
import { packedServer, pushedVersion } from '../support/analyzed-packages.js';
import { digestOf, manifestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { aMcp } from '../support/catalog.js';
import { HoldingProxy } from '../support/holding-proxy.js';
import { ObjectStoreProxy } from '../support/object-store-proxy.js';
import { publishDue } from '../support/publications.js';
import { S3Server } from '../support/s3-server.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { resolve } from '../support/version-requests.js';

const NEVER = new AbortController().signal;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

let s3: S3Server;
let store: ObjectStoreProxy;
let registry: HoldingProxy;
let t: TestApp;
let admin: Actor;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  registry = await HoldingProxy.before(() => t.url);
  t = await startTestApp({
    ...store.settings,
    STORAGE_PRESIGN_ENABLED: 'false',
    REGISTRY_URL: registry.url,
  });
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await registry.close();
  await store.close();
  await s3.close();
});
beforeEach(async () => {
  store.trouble = () => undefined;
  registry.isDown = false;
  await t.rows('DELETE FROM publication');
});

interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly failure_reason: string | null;
  readonly due_in: number;
}
const jobOf = async (versionId: string): Promise<Job> => {
  const [job] = await t.rows<Job>(
    `SELECT id, status, attempts, failure_reason, extract(epoch FROM run_after - now())::float8 AS due_in
       FROM analysis_job WHERE version_id = $1`,
    [versionId],
  );
  if (job === undefined) throw new Error('the version has no job');
  return job;
};
const perform = async (versionId: string): Promise<boolean> =>
  t.app.get(AnalysisWorker).perform((await jobOf(versionId)).id, NEVER);
const statusOf = async (versionId: string): Promise<string | undefined> =>
  (await t.rows<{ status: string }>('SELECT status FROM mcp_version WHERE id = $1', [versionId]))[0]?.status;
const snapshotsOf = (versionId: string) =>
  t.rows('SELECT id FROM snapshot WHERE version_id = $1', [versionId]);

/** Moves everything that waits into the past. */
const pass = (seconds: number): Promise<unknown> =>
  t.rows(
    `WITH jobs AS (
       UPDATE analysis_job SET run_after = run_after - make_interval(secs => $1),
              created_at = created_at - make_interval(secs => $1) RETURNING id)
     UPDATE publication SET run_after = run_after - make_interval(secs => $1),
            lease_until = lease_until - make_interval(secs => $1) RETURNING version_id`,
    [seconds],
  );

const aPush = async () => {
  const mcp = await aMcp(t, { name: `owner-${randomUUID().slice(0, 8)}/server` });
  return { mcp, ...(await pushedVersion(t, mcp.id, await packedServer({ note: mcp.name }))) };
};

describe('an analysis while the object store is full', () => {
  it.each(['source', 'findings', 'report', 'sarif', 'sbom'])(
    'records nothing when the %s cannot be stored, and everything once it can',
    async (kind) => {
      const { mcp, versionId } = await aPush();
      const path = `/${mcp.id}/${kind}/`;
      store.trouble = ({ verb, path: asked }) =>
        verb !== 'GET' && verb !== 'HEAD' && asked.includes(path) ? { status: 507 } : undefined;
      await perform(versionId);
      expect(await jobOf(versionId)).toMatchObject({ status: 'QUEUED', attempts: 0 });
      expect(await statusOf(versionId)).toBe('INGESTED');
      expect(await snapshotsOf(versionId)).toEqual([]);
      const named = await t.rows('SELECT key FROM hub_object WHERE referenced AND key LIKE $1', [
        `objects/${mcp.id}/%`,
      ]);
      expect(named).toEqual([]);
      expect(await perform(versionId)).toBe(false);

      store.trouble = () => undefined;
      await pass(MINUTE);
      await perform(versionId);
      expect(await jobOf(versionId)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
      expect(await statusOf(versionId)).toBe('CERTIFIED');
      expect(await snapshotsOf(versionId)).toHaveLength(1);
    },
  );
});

describe('an analysis whose source breaks off', () => {
  it('is tried again, and is not the fault of the version', async () => {
    const { versionId } = await aPush();
    store.trouble = ({ verb, path }) =>
      verb === 'GET' && path.includes('/source/') ? 'break off' : undefined;
    await perform(versionId);
    expect(await jobOf(versionId)).toMatchObject({ status: 'QUEUED', attempts: 0 });
    store.trouble = () => undefined;
    await pass(MINUTE);
    await perform(versionId);
    expect(await statusOf(versionId)).toBe('CERTIFIED');
  });
});

describe('an outage', () => {
  it('delays an analysis more and more, up to a quarter of an hour, and for a day', async () => {
    const { versionId } = await aPush();
    store.trouble = ({ verb }) => (verb === 'GET' ? { status: 507 } : undefined);
    const delays: number[] = [];
    for (let age = 0; age < DAY;) {
      await perform(versionId);
      const { status, due_in: delay } = await jobOf(versionId);
      expect(status).toBe('QUEUED');
      delays.push(Math.round(delay));
      await pass(delay + 1);
      age += delay + 1;
    }
    expect(delays.slice(0, 8)).toEqual([...delays.slice(0, 8)].sort((one, other) => one - other));
    expect(delays[0]).toBe(15);
    expect(Math.max(...delays)).toBe(15 * MINUTE);
    expect(delays.length).toBeLessThan(120);
    await perform(versionId);
    expect(await jobOf(versionId)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the object store was unavailable for a day',
    });
    expect(await statusOf(versionId)).toBe('FAILED');
  });

  it('of the registry for ten minutes delays what is published there, and no analysis', async () => {
    // Published straight to the registry, and pushed to the hub.
    const org = `owner-${randomUUID().slice(0, 8)}`;
    const bundle = await packedServer({ note: org });
    const command = ['node', 'package/server.js'];
    const change = {
      bundle_digest: digestOf(bundle),
      bundle_size_bytes: bundle.length,
      manifest_json: manifestOf(`${org}/released`, '1.0.0', { entrypoint: { command } }),
    };
    expect((await publish(admin, `${org}/released`, '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(admin, org, bundle)).status).toBe(200);
    expect((await setStatus(admin, `${org}/released`, '1.0.0', 'published')).status).toBe(200);
    await t.app.get(RegistryEventsJob).run(NEVER);
    const [released] = await t.rows<{ id: string }>(
      `SELECT v.id FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id WHERE m.name = $1`,
      [`${org}/released`],
    );
    const pushed = await aPush();
    const versions = [released?.id ?? '', pushed.versionId];

    /** What the recurring jobs and the worker do within ten seconds. */
    const tenSeconds = async (): Promise<void> => {
      await pass(10);
      await publishDue(t);
      for (const versionId of versions) await perform(versionId);
    };
    registry.isDown = true;
    for (let seconds = 0; seconds < 10 * MINUTE; seconds += 10) await tenSeconds();
    expect(await Promise.all(versions.map(statusOf))).toEqual(['NOT_CERTIFIED', 'CERTIFIED']);
    for (const versionId of versions) expect(await snapshotsOf(versionId)).toHaveLength(1);
    expect(registry.refused).toBeGreaterThan(4);
    expect(registry.refused).toBeLessThan(40);

    registry.isDown = false;
    for (let seconds = 0; seconds < 15 * MINUTE; seconds += 10) await tenSeconds();
    for (const versionId of versions) {
      expect(await statusOf(versionId)).toBe('PUBLISHED');
      expect(await snapshotsOf(versionId)).toHaveLength(1);
      expect(await jobOf(versionId)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
    }
    for (const name of [`${org}/released`, pushed.mcp.name]) {
      const { body } = await resolve(admin, name, 'latest');
      expect(body.resolved.certification_level).toBeGreaterThan(0);
      const listed = await admin.get(`/v1/org/${name.replace('/', '/mcps/')}/versions`);
      expect(listed.body.versions).toMatchObject([{ version: '1.0.0', status: 'published' }]);
    }
    const events = await t.rows(
      `SELECT id FROM audit_event WHERE action = 'mcp.published' AND details ->> 'version_id' = $1`,
      [pushed.versionId],
    );
    expect(events).toHaveLength(1);
  });
});
