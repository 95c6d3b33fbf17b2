import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../support/builders.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';

let home: ServerHome;
let server: ServerProcess;
let admin: ApiClient;

async function start(): Promise<void> {
  server = await home.start();
  admin = await server.admin();
}

beforeEach(async () => {
  home = await ServerHome.open();
  await start();
});

afterEach(() => home.close());

const unfinishedFiles = (): Promise<string[]> => readdir(join(home.dataDir, 'artifacts', 'tmp'));

/** Starts an upload of `bytes` and sends all but the last byte. */
async function startUpload(bytes: Buffer): Promise<ClientRequest> {
  const { authorization } = admin.credentials;
  const upload = request(server.url + artifactPath('acme', digestOf(bytes), 'bundle'), {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/octet-stream', 'content-length': bytes.length },
  });
  upload.on('error', () => undefined);
  upload.write(bytes.subarray(0, -1));
  while ((await unfinishedFiles()).length === 0) await wait(5);
  return upload;
}

/** Whether a version resolves and all its artifacts can be downloaded: nothing published may lack its bytes. */
async function isWhole(id: string, version: string): Promise<boolean> {
  const { body } = await admin.get(`${packagePath(id)}/resolve?ref=${version}`);
  const bundle = await admin.get(body.resolved.bundle.url as string);
  const manifest = await admin.get(body.resolved.manifest.url as string);
  return (
    digestOf(bundle.bytes) === body.resolved.bundle.digest &&
    digestOf(manifest.bytes) === body.resolved.manifest.digest
  );
}

describe('kill -9', () => {
  it('during an upload leaves neither the object nor a temporary file after the restart', async () => {
    const bytes = randomBytes(300_000);
    await aVersion(admin, 'acme/files', '1.0.0').published();
    const upload = await startUpload(bytes);
    await server.kill();
    upload.destroy();
    expect(await unfinishedFiles()).toHaveLength(1);

    await start();
    expect(await unfinishedFiles()).toEqual([]);
    expect((await admin.get(artifactPath('acme', digestOf(bytes), 'bundle'))).status).toBe(404);
    expect(await isWhole('acme/files', '1.0.0')).toBe(true);
    // The same upload succeeds now.
    expect((await uploadBundle(admin, 'acme', bytes)).status).toBe(200);
  });

  it('during publishing loses nothing that was confirmed and leaves nothing incomplete', async () => {
    const answered = new Set<string>();
    // Each round stops after a different number of responses: between publish and upload, before the status, and so on.
    for (const [round, cutAfter] of [3, 14, 22, 31].entries()) {
      const { promise: cut, resolve: cutNow } = Promise.withResolvers<undefined>();
      let answers = 0;
      const ok = async (answer: Promise<ApiResponse>): Promise<boolean> => {
        const { status } = await answer;
        answers += 1;
        if (answers === cutAfter) cutNow(undefined);
        return status === 200;
      };
      const work = Array.from({ length: 12 }, async (_unused, index) => {
        const version = `${round}.${index}.0`;
        const bundle = Buffer.from(`bundle ${version}`);
        const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
        if (!(await ok(publish(admin, 'acme/files', version, change)))) return;
        if (!(await ok(uploadBundle(admin, 'acme', bundle)))) return;
        if (await ok(setStatus(admin, 'acme/files', version, 'published'))) answered.add(version);
      });
      const settled = Promise.allSettled(work);
      await cut;
      await server.kill();
      await settled;
      await start();

      expect(await unfinishedFiles()).toEqual([]);
      const response = await admin.get(`${packagePath('acme/files')}/versions`);
      const versions: { version: string; status: string }[] =
        response.status === 404 ? [] : response.body.versions;
      const published = versions.filter(({ status }) => status === 'published').map(({ version }) => version);
      expect(published).toEqual(expect.arrayContaining([...answered]));
      for (const version of published) expect(await isWhole('acme/files', version)).toBe(true);
    }
    expect(answered.size).toBeGreaterThan(0);
  });
});

describe('a data directory', () => {
  it('is used by one server at a time, with every database', async () => {
    await expect(start()).rejects.toThrow(/is in use by another mcp-hub process/);
  });

  it('is free immediately when its server was killed', async () => {
    await server.kill();
    await start();
    expect((await server.client.get('/healthz')).status).toBe(200);
  });
});
