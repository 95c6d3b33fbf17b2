import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import { loadConfig } from '../../src/config/load-config.js';
import type { ArtifactStore } from '../../src/storage/artifacts/artifact-store.js';
import { openArtifactStore } from '../../src/storage/artifacts/open-artifact-store.js';

const TEXT = '0123456789';
const ADDRESS = { orgKey: 'acme', kind: 'bundle', digest: sha256Of(Buffer.from(TEXT)) } as const;

let server: Server;
let store: ArtifactStore;
afterEach(async () => {
  store.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A store that responds to every request for bytes in the same way. */
async function answering(headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  server = createServer((_req, res) =>
    res.writeHead('content-range' in headers ? 206 : 200, headers).end(body),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    CONFIG_FILE: '/dev/null',
    STORAGE_TYPE: 's3',
    STORAGE_S3_BUCKET: 'artifacts',
    STORAGE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    STORAGE_S3_FORCE_PATH_STYLE: 'true',
    STORAGE_S3_ACCESS_KEY_ID: 'key',
    STORAGE_S3_SECRET_ACCESS_KEY: 'secret',
  };
  store = await openArtifactStore(loadConfig(settings, { needsSecrets: false }));
}

it('a range has no more bytes than requested, whatever the server sends', async () => {
  await answering({ 'content-range': 'bytes 0-9/10' }, TEXT);
  const bytes = await buffer(await store.read(ADDRESS, { start: 0, end: 3 }));
  expect(bytes.toString()).toBe('0123');
});

it.each([
  ['of the whole', {}],
  ['that starts elsewhere', { 'content-range': 'bytes 0-3/10' }],
])('a response %s is not a range from the fifth byte on', async (_what, headers) => {
  await answering(headers, TEXT);
  await expect(store.read(ADDRESS, { start: 4, end: 7 })).rejects.toThrow('the object store answered');
});
