import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packedServer } from '../support/analyzed-packages.js';
import { analysesOf } from '../support/child-processes.js';
import { HubHome } from '../support/hub-home.js';
import { S3Server } from '../support/s3-server.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { pushed } from '../support/uploads.js';

// Recordings that meet are those of fifty versions in api/hub/analysis/snapshot-recording; here processes meet.
const CHAIN = 12;
const CHAIN_SECONDS = 300;

let folder: string;
let s3: S3Server;
let hub: HubHome;
let worker: ServerProcess;

/** Starts a worker of the same installation. */
function aWorker(): Promise<ServerProcess> {
  const settings = { PORT: '0', PROCESS_ROLE: 'worker', DATA_DIR: join(folder, randomUUID()) };
  return hub.home.start({ ...settings, ANALYSIS_CONCURRENCY: '2' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-workers-'));
  s3 = await S3Server.start();
  hub = await HubHome.start(() =>
    Promise.resolve({
      ...s3.settings,
      STORAGE_PRESIGN_ENABLED: 'false',
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
      REDIS_PREFIX: `test-${randomUUID()}`,
      PROCESS_ROLE: 'api',
    }),
  );
  worker = await aWorker();
});
afterAll(async () => {
  await hub.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const push = async (name: string, version: string): Promise<string> => {
  const bundle = await packedServer({ note: `${name} ${version}` });
  return pushed(hub.owner, hub.anonymous, name, version, bundle);
};

interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}
const jobs = (): Promise<Job[]> => hub.home.query<Job>('SELECT id, status, attempts FROM analysis_job');
const statuses = async (): Promise<string[]> =>
  (await hub.home.query<{ status: string }>('SELECT status FROM mcp_version')).map(({ status }) => status);
const allPublished = async (): Promise<boolean> =>
  (await statuses()).every((status) => status === 'PUBLISHED');

describe('one server and two workers', () => {
  it('have workers that yield the processors to requests', () => {
    expect(getPriority(worker.pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('analyze what is pushed while a worker is killed: the other takes over, and nothing is doubled', async () => {
    const killed = await aWorker();
    const pushes = [];
    for (let n = 0; n < 8; n += 1) pushes.push(await push(`acme/taken-${n}`, '1.0.0'));
    await eventually(() => Promise.resolve(analysesOf(killed.pid).length > 0));
    await killed.kill();
    // What is left belongs to the killed worker.
    const running = async () => (await jobs()).filter(({ status }) => status !== 'SUCCEEDED');
    await eventually(async () => (await running()).every(({ status }) => status === 'RUNNING'));
    const left = await running();
    await eventually(async () => (await running()).length <= 2 && analysesOf(worker.pid).length === 0);
    await hub.home.query(
      `UPDATE analysis_job SET heartbeat_at = now() - interval '31 seconds' WHERE status = 'RUNNING'`,
    );
    await eventually(allPublished);
    expect(left.length).toBeGreaterThan(0);
    expect(await hub.home.query(`SELECT version_id FROM snapshot`)).toHaveLength(pushes.length);
    expect((await jobs()).every(({ status, attempts }) => status === 'SUCCEEDED' && attempts <= 2)).toBe(
      true,
    );
  });

  it(
    `record ${CHAIN} versions of one MCP, analyzed in parallel, as one chain`,
    async () => {
      await aWorker();
      for (let n = 0; n < CHAIN; n += 1) await push('acme/chain', `1.0.${n}`);
      const { body: mcp } = await hub.owner.get('/api/v1/mcps/acme/chain');
      await eventually(
        async () => (await jobs()).every(({ status }) => status === 'SUCCEEDED'),
        CHAIN_SECONDS,
      );
      const positions = await hub.home.query<{ position: number }>(
        `SELECT position FROM snapshot WHERE mcp_id = '${mcp.id}' ORDER BY position`,
      );
      expect(positions.map(({ position }) => position)).toEqual(
        Array.from({ length: CHAIN }, (_item, n) => n + 1),
      );
      const { code, stdout } = await hub.home.command(`snapshots verify ${mcp.id}`);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^12 snapshots are as they were recorded/)]);
    },
    (CHAIN_SECONDS + 60) * 1000,
  );
});
