import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../src/storage/artifacts/artifact-store.js';
import { openArtifactStore } from '../../src/storage/artifacts/open-artifact-store.js';
import { S3Server } from '../support/s3-server.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp } from '../support/test-app.js';

// More than the connections for other calls.
const DOWNLOADS = 120;
const CONNECTIONS = 100;

let server: S3Server;
let store: ArtifactStore;
beforeAll(async () => {
  server = await S3Server.start();
  store = await openArtifactStore(server.config());
});
afterAll(async () => {
  store.close();
  await server.close();
});

/** Accepts a first chunk, and never acknowledges it. */
class ClientThatDoesNotRead extends Writable {
  override _write(): void {
    this.emit('inFlight');
  }
}

it('stores and looks up while more clients than connections do not read their downloads', async () => {
  const bytes = randomBytes(1_000_000);
  const address = { orgKey: 'acme', kind: 'bundle', digest: sha256Of(bytes) } as const;
  const limits = { maxBytes: bytes.length, signal: new AbortController().signal };
  await store.write(address, Readable.from([bytes]), limits);

  const clients = Array.from({ length: DOWNLOADS }, () => new ClientThatDoesNotRead());
  let inFlight = 0;
  for (const client of clients) client.once('inFlight', () => (inFlight += 1));
  const sending = clients.map((client) =>
    store.send(address, client, { sizeBytes: bytes.length }).catch(() => 'closed'),
  );
  await eventually(() => Promise.resolve(inFlight >= CONNECTIONS));

  const started = Date.now();
  const other = { ...address, orgKey: 'other' };
  expect(await store.write(other, Readable.from([bytes]), limits)).toBe(bytes.length);
  expect(await store.size(other)).toBe(bytes.length);
  expect(Date.now() - started).toBeLessThan(20_000);

  for (const client of clients) client.destroy();
  expect(await Promise.all(sending)).toEqual(clients.map(() => 'closed'));
});

it('closes its connections when the server stops', async () => {
  const t = await startTestApp(server.settings);
  const closed = jest.spyOn(t.app.get<ArtifactStore>(ARTIFACT_STORE), 'close');
  await t.close();
  expect(closed).toHaveBeenCalledTimes(1);
});
