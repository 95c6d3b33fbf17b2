import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import { artifactPath, bundleOf, digestOf, setStatus } from '../support/builders.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { announceAndPut, follow, presign } from '../support/presigned.js';
import { expectRefused } from '../support/refusals.js';
import { S3Server } from '../support/s3-server.js';
import { ServerProcess } from '../support/server-process.js';
import { engine, openTestDatabase } from '../support/test-database.js';

const ID = 'later/files';
const BUNDLE = bundleOf(ID, '1.0.0');
const SBOM = Buffer.from('{"bom":true}');

let dataDir: string;
let s3: S3Server;
let database: OpenDatabase | undefined;
let server: ServerProcess | undefined;
let admin: ApiClient;

/** Starts a server on what the one before has left. */
async function restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await server?.kill('SIGTERM');
  server = await ServerProcess.start({
    DATA_DIR: dataDir,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    ...s3.settings,
    ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
    ...settings,
  });
  const client = new ApiClient(server.url);
  const { body } = await client.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
  admin = client.as(`Bearer ${body.access_token as string}`);
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-later-'));
  if (engine === 'postgres') database = await openTestDatabase();
  s3 = await S3Server.start();
  await restart();
  await announceAndPut(admin, ID, '1.0.0', BUNDLE);
  const { body } = await presign(admin, 'later', SBOM, 'kind=evidence&evidence_kind=sbom');
  await follow(body, SBOM);
});

afterEach(async () => {
  await server?.kill();
  await s3.close();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const bundlePath = artifactPath('later', digestOf(BUNDLE), 'bundle');
const sbomPath = artifactPath('later', digestOf(SBOM), 'evidence/sbom');

describe('a presigned upload that was put before', () => {
  it('READ_ONLY=true is not verified, moved or recorded for a download', async () => {
    await restart({ READ_ONLY: 'true' });
    const before = (await s3.keys()).sort();
    for (const path of [bundlePath, sbomPath]) {
      expectRefused(await admin.get(path), 404);
      expect((await admin.head(path)).status).toBe(404);
    }
    expect((await s3.keys()).sort()).toEqual(before);
    await restart();
    for (const path of [bundlePath, sbomPath]) expect((await admin.get(path)).status).toBe(302);
  });

  it('STORAGE_PRESIGN_ENABLED=false is verified all the same, and comes through the registry', async () => {
    await restart({ STORAGE_PRESIGN_ENABLED: 'false' });
    expect((await setStatus(admin, ID, '1.0.0', 'published')).status).toBe(200);
    expect((await admin.get(bundlePath)).bytes.equals(BUNDLE)).toBe(true);
    expect((await admin.get(sbomPath)).bytes.equals(SBOM)).toBe(true);
    expect((await s3.keys()).filter((key) => key.startsWith('uploads/'))).toEqual([]);
  });
});
