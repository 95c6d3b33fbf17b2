import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  manifestOf,
  publish,
  uploadBundle,
} from '../support/builders.js';
import { OwnMount } from '../support/own-mount.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { resolve } from '../support/version-requests.js';

const ID = 'acme/files';

let home: ServerHome;
let mount: OwnMount;
let server: ServerProcess;
let admin: ApiClient;
beforeAll(async () => {
  home = await ServerHome.open();
  const artifacts = join(home.dataDir, 'artifacts');
  await mkdir(artifacts);
  mount = new OwnMount(artifacts);
  server = await home.start({}, { under: mount.words });
  admin = await server.admin();
  await aVersion(admin, ID, '1.0.0').published();
});
afterAll(() => home.close());

const unfinishedFiles = (): Promise<string[]> =>
  readdir(OwnMount.seenBy(server.pid, join(home.dataDir, 'artifacts', 'tmp')));

// The kernel remounts a failing disk like this, and so does an administrator before copying it.
describe('a file system that becomes read-only', () => {
  it('makes only uploads and publishes 503, and accepts them once writable again', async () => {
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
    // The bytes of an existing version need no space.
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
    expect((await server.client.get('/readyz')).status).toBe(200);

    await mount.remount(server.pid, 'rw');
    expect((await uploadBundle(admin, 'acme', bundle)).status).toBe(200);
    expect((await admin.get(artifactPath('acme', digestOf(bundle), 'bundle'))).bytes.equals(bundle)).toBe(
      true,
    );
    await aVersion(admin, ID, '2.0.0').published();
    expect((await resolve(admin, ID, 'latest')).body.resolved.version).toBe('2.0.0');
  });
});
