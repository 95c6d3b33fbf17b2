import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  manifestOf,
  publish,
  uploadBundle,
} from '../support/builders.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { OwnMount } from '../support/own-mount.js';
import { expectRefused } from '../support/refusals.js';
import { ServerProcess } from '../support/server-process.js';
import { engine, openTestDatabase } from '../support/test-database.js';
import { resolve } from '../support/version-requests.js';

const ID = 'acme/files';

let dataDir: string;
let database: OpenDatabase | undefined;
let mount: OwnMount;
let server: ServerProcess;
let client: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-read-only-'));
  const artifacts = join(dataDir, 'artifacts');
  await mkdir(artifacts);
  mount = new OwnMount(artifacts);
  if (engine === 'postgres') database = await openTestDatabase();
  const settings = {
    DATA_DIR: dataDir,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
  };
  server = await ServerProcess.start(settings, { under: mount.words });
  client = new ApiClient(server.url);
  const { body } = await client.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
  admin = client.as(`Bearer ${body.access_token as string}`);
  await aVersion(admin, ID, '1.0.0').published();
});
afterAll(async () => {
  await server.kill();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const unfinishedFiles = (): Promise<string[]> =>
  readdir(OwnMount.seenBy(server.pid, join(dataDir, 'artifacts', 'tmp')));

// What the kernel does by itself with a disk that fails, and an administrator to copy one.
describe('a file system that becomes read-only', () => {
  it('makes uploads and publishes 503 and nothing else, and takes them when it can be written again', async () => {
    const bundle = Buffer.from('bytes that are too late');
    const stored = bundleOf(ID, '1.0.0');
    await mount.remount(server.pid, 'ro');
    for (const refused of [
      await uploadBundle(admin, 'acme', bundle),
      await publish(admin, 'other/files', '1.0.0'),
      await publish(admin, ID, '2.0.0'),
    ]) {
      expectRefused(refused, 503);
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    // The bytes of a version that is there already need no place.
    expect((await uploadBundle(admin, 'acme', stored)).status).toBe(200);
    expect(await unfinishedFiles()).toEqual([]);

    const { status, body } = await resolve(admin, ID, 'latest');
    expect({ status, version: body.resolved.version }).toEqual({ status: 200, version: '1.0.0' });
    const downloaded = await admin.get(body.resolved.bundle.url as string);
    expect(downloaded.bytes.equals(stored)).toBe(true);
    const manifest = await admin.get(body.resolved.manifest.url as string);
    expect(JSON.parse(manifest.text)).toEqual(manifestOf(ID, '1.0.0'));
    expectRefused(await admin.get(artifactPath('acme', digestOf(bundle), 'bundle')), 404);
    expectRefused(await resolve(admin, ID, '2.0.0'), 404);
    expect((await client.get('/readyz')).status).toBe(200);

    await mount.remount(server.pid, 'rw');
    expect((await uploadBundle(admin, 'acme', bundle)).status).toBe(200);
    expect((await admin.get(artifactPath('acme', digestOf(bundle), 'bundle'))).bytes.equals(bundle)).toBe(
      true,
    );
    await aVersion(admin, ID, '2.0.0').published();
    expect((await resolve(admin, ID, 'latest')).body.resolved.version).toBe('2.0.0');
  });
});
