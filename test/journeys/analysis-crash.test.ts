import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { packedServer } from '../support/analyzed-packages.js';
import { digestOf } from '../support/builders.js';
import { analysesOf } from '../support/child-processes.js';
import { HoldingProxy, type Moment } from '../support/holding-proxy.js';
import { HubHome } from '../support/hub-home.js';
import { S3Server } from '../support/s3-server.js';
import { engine } from '../support/test-database.js';
import { eventually } from '../support/stored-artifacts.js';
import { pushed } from '../support/uploads.js';
import { resolve } from '../support/version-requests.js';

let s3: S3Server;
let store: HoldingProxy;
let registry: HoldingProxy;
let hub: HubHome;
let reader: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await HoldingProxy.before(() => s3.endpoint);
  const started = await HubHome.start(async (address) => {
    registry = await HoldingProxy.before(() => address);
    return {
      ...s3.settings,
      STORAGE_S3_ENDPOINT: store.url,
      STORAGE_PRESIGN_ENABLED: 'false',
      REGISTRY_URL: registry.url,
    };
  });
  hub = started;
  reader = await hub.server.admin();
});
afterAll(async () => {
  await hub.close();
  await registry.close();
  await store.close();
  await s3.close();
});

/** A push, and the means to stop its analysis or publication at some point. */
interface Push {
  readonly name: string;
  readonly versionId: string;
  readonly bundle: Buffer;
}

async function aPush(): Promise<Push> {
  const name = `acme/server-${randomUUID().slice(0, 8)}`;
  const bundle = await packedServer({ note: name });
  return { name, bundle, versionId: await pushed(hub.owner, hub.anonymous, name, '1.0.0', bundle) };
}

const versionsOf = async (
  name: string,
): Promise<{ id: string; status: string; certification_level: number }[]> =>
  (await hub.owner.get(`/api/v1/mcps/${name}/versions`)).body.versions;

/** As if the killed process had been away for a minute. */
const passMinute = (): Promise<object[]> =>
  hub.home.query(
    `WITH jobs AS (UPDATE analysis_job SET heartbeat_at = heartbeat_at - interval '1 minute' RETURNING id)
     UPDATE publication SET lease_until = lease_until - interval '1 minute', run_after = now() RETURNING version_id`,
  );

async function restartAfterMinute(): Promise<void> {
  await passMinute();
  await hub.restart();
}

const isPublished = async (name: string): Promise<boolean> =>
  (await versionsOf(name)).every(({ status }) => status === 'PUBLISHED');

/** Everything about a version exists exactly once. */
async function expectPublishedOnce({ name, versionId, bundle }: Push, attempts: number): Promise<void> {
  const versions = await versionsOf(name);
  expect(versions).toMatchObject([{ id: versionId, status: 'PUBLISHED' }]);
  const { body: mcp } = await hub.owner.get(`/api/v1/mcps/${name}`);
  const chain = await hub.admin.get(`/api/v1/admin/mcps/${mcp.id}/snapshots/verify`);
  expect(chain.body).toMatchObject({ snapshots: 1, broken_at: null });
  const jobs = await hub.admin.get(`/api/v1/admin/analysis-jobs?mcp_id=${mcp.id}`);
  expect(jobs.body.analysis_jobs).toMatchObject([{ status: 'SUCCEEDED', attempts }]);
  const [, slug] = name.split('/');
  const { body: released } = await reader.get(`/v1/org/acme/mcps/${slug}/versions`);
  expect(released.versions).toMatchObject([{ version: '1.0.0', status: 'published' }]);
  const { body } = await resolve(reader, name, 'latest');
  expect(body.resolved).toMatchObject({
    bundle: { digest: digestOf(bundle) },
    certification_level: versions[0]?.certification_level,
  });
  expect(body.resolved.evidence).toHaveLength(2);
  // What a killed process had fetched is removed, where no other process uses the same folder.
  if (engine === 'postgres') return;
  await eventually(async () => (await readdir(join(hub.home.dataDir, 'analysis'))).length === 0);
}

describe('kill -9 of the server', () => {
  it.each<[string, () => HoldingProxy, RegExp, Moment]>([
    ['while it fetches', () => store, /^GET .*\/source\//, 'before'],
    ['after it has stored the results', () => store, /^PUT .*\/sbom\//, 'after'],
    ['before it publishes', () => registry, /^POST .*\/publish$/, 'before'],
    ['after it has sent the verdict', () => registry, /^PUT .*\/certification$/, 'after'],
    ['after it has released a version', () => registry, /^PUT .*\/bundle$/, 'after'],
  ])('%s loses nothing and doubles nothing', async (_when, proxy, selection, moment) => {
    const held = proxy().next(selection, moment);
    const push = await aPush();
    await held;
    await hub.server.kill();
    await restartAfterMinute();
    await eventually(() => isPublished(push.name));
    await expectPublishedOnce(push, 1);
  });

  it('while a child analyzes ends the child, and the analysis is repeated', async () => {
    const push = await aPush();
    const { pid } = hub.server;
    await eventually(() => Promise.resolve(analysesOf(pid).length > 0));
    await hub.server.kill();
    await eventually(() => Promise.resolve(analysesOf(pid).length === 0));
    await restartAfterMinute();
    await eventually(() => isPublished(push.name));
    await expectPublishedOnce(push, 1);
  });

  it('again and again, during the analyses of several versions, fails none of them', async () => {
    const pushes = [await aPush(), await aPush()];
    // With the last one below, one more than a job has attempts.
    for (let kill = 0; kill < 3; kill += 1) {
      const { pid } = hub.server;
      await eventually(() => Promise.resolve(analysesOf(pid).length > 0));
      await hub.server.kill();
      // As if the pauses after earlier losses were over.
      await hub.home.query(`UPDATE analysis_job SET run_after = now() WHERE status = 'QUEUED' RETURNING id`);
      await restartAfterMinute();
    }
    await hub.server.kill();
    await hub.home.query(`UPDATE analysis_job SET run_after = now() WHERE status = 'QUEUED' RETURNING id`);
    await restartAfterMinute();
    for (const push of pushes) {
      await eventually(() => isPublished(push.name));
      await expectPublishedOnce(push, 1);
    }
  });
});

describe('kill -9 of the analyzing child', () => {
  it('repeats the analysis at once, and nobody sees anything of it', async () => {
    const push = await aPush();
    let killed = 0;
    await eventually(() => {
      for (const pid of analysesOf(hub.server.pid)) killed += Number(process.kill(pid, 'SIGKILL'));
      return Promise.resolve(killed > 0);
    });
    await eventually(() => isPublished(push.name));
    await expectPublishedOnce(push, 2);
  });
});

describe('a signal that a terminal or a service manager sends to all processes', () => {
  it('counts against no job, also when it meets a child that is not up yet', async () => {
    const push = await aPush();
    let sent = 0;
    await eventually(() => {
      for (const pid of analysesOf(hub.server.pid)) sent += Number(process.kill(pid, 'SIGTERM'));
      return Promise.resolve(sent > 0);
    });
    await eventually(() => isPublished(push.name));
    await expectPublishedOnce(push, 1);
  });
});
