import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, bundleOf, digestOf, setStatus } from '../support/builders.js';
import { announceAndPut, follow, presign } from '../support/presigned.js';
import { expectRefused } from '../support/refusals.js';
import { S3Server } from '../support/s3-server.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';

const ID = 'later/files';
const BUNDLE = bundleOf(ID, '1.0.0');
const SBOM = Buffer.from('{"bom":true}');

let home: ServerHome;
let s3: S3Server;
let server: ServerProcess | undefined;
let admin: ApiClient;

/** Restarts a server on the same data. */
async function restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await server?.kill('SIGTERM');
  server = await home.start(settings);
  admin = await server.admin();
}

beforeEach(async () => {
  s3 = await S3Server.start();
  home = await ServerHome.open(s3.settings);
  await restart();
  await announceAndPut(admin, ID, '1.0.0', BUNDLE);
  const { body } = await presign(admin, 'later', SBOM, 'kind=evidence&evidence_kind=sbom');
  await follow(body, SBOM);
});

afterEach(async () => {
  await home.close();
  await s3.close();
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

  it('STORAGE_PRESIGN_ENABLED=false is still verified, and served through the registry', async () => {
    await restart({ STORAGE_PRESIGN_ENABLED: 'false' });
    expect((await setStatus(admin, ID, '1.0.0', 'published')).status).toBe(200);
    expect((await admin.get(bundlePath)).bytes.equals(BUNDLE)).toBe(true);
    expect((await admin.get(sbomPath)).bytes.equals(SBOM)).toBe(true);
    expect((await s3.keys()).filter((key) => key.startsWith('uploads/'))).toEqual([]);
  });
});
