import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf, packagePath } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  createOrganization,
  eventually,
  expectNothingStored,
  someBytes,
} from '../../support/stored-artifacts.js';
import { Wire } from '../../support/wire.js';

const BINARY_TYPE = 'application/octet-stream';
const TIMED_OUT = {
  code: 'request_timeout',
  message: 'the request took longer than 10 seconds',
  details: {},
};

let t: TestApp;
let admin: ApiClient;

const path = (digest: string): string => artifactPath('deadline', digest, 'bundle');

const start = async (target: string, length: number, part: Uint8Array): Promise<Wire> => {
  const wire = await Wire.to(t);
  const headers = { 'Content-Type': BINARY_TYPE, 'Content-Length': length };
  return wire.start('PUT', target, { ...admin.credentials, ...headers }).send(part);
};

/** Sends all but the last byte of an upload. */
const startUnfinished = (target: string, { bytes }: { bytes: Uint8Array }): Promise<Wire> =>
  start(target, bytes.length, bytes.subarray(0, bytes.length - 1));

const isAlive = async (): Promise<void> => {
  expect((await t.actors.anonymous.get('/healthz')).status).toBe(200);
};

const unending = someBytes('never ends', 5000);
const trickling = someBytes('trickles', 100_000);
const stored = someBytes('stored before', 5000);
const refused = someBytes('refused', 5000);
// Larger than the buffers at both ends of a connection.
const large = new Uint8Array(24 * 1024 * 1024).fill(7);
const largeDigest = digestOf(large);

// Each test waits for the request timeout. All requests are sent together, so that the waits overlap.
let upload: Wire;
let trickle: Wire;
let again: Wire;
let json: Wire;
let headers: Wire;
let nowhere: Wire;
let download: Wire;
let later: Wire;
let trickles: NodeJS.Timeout;

beforeAll(async () => {
  t = await startTestApp({
    // Uploads in progress are visible as files; test/contract aborts those of other stores.
    STORAGE_TYPE: 'filesystem',
    LIMITS_REQUEST_TIMEOUT: '10',
  });
  admin = await t.actors.admin();
  await createOrganization(admin, 'deadline');
  expect((await admin.put(path(stored.digest), stored.bytes, BINARY_TYPE)).status).toBe(200);
  expect((await admin.put(path(largeDigest), large, BINARY_TYPE)).status).toBe(200);

  upload = await startUnfinished(path(unending.digest), unending);
  again = await startUnfinished(path(stored.digest), stored);
  trickle = await start(path(trickling.digest), trickling.bytes.length, trickling.bytes.subarray(0, 1));
  let position = 1;
  trickles = setInterval(() => {
    trickle.send(trickling.bytes.subarray(position, position + 1));
    position += 1;
  }, 20);
  json = await Wire.to(t);
  json
    .start('POST', `${packagePath('deadline/slow')}/publish`, {
      ...admin.credentials,
      'Content-Type': 'application/json',
      'Content-Length': 2000,
    })
    .send('{"version":"1.0.0",');
  headers = (await Wire.to(t)).send('GET /healthz HTTP/1.1\r\nHost: registry.test\r\n');
  nowhere = await startUnfinished(artifactPath('deadline-nowhere', refused.digest, 'bundle'), refused);
  download = (await Wire.to(t)).read(false).start('GET', path(largeDigest), admin.credentials);
  // Times out after the download, which started before it.
  later = await start(path(digestOf('later')), 10, new Uint8Array(9));
  await eventually(async () => (await t.storage.unfinished()).length === 3);
});
afterAll(() => {
  clearInterval(trickles);
  return t.close();
});

describe('limits.request_timeout for requests', () => {
  it('answers 408 to an upload that never ends, closes the connection and drops the partial file', async () => {
    const { status, body } = await upload.answer();
    expect(status).toBe(408);
    expect(body).toEqual({ message: TIMED_OUT.message, error: TIMED_OUT });
    expect(await upload.closed()).toHaveLength(0);
    await expectNothingStored(t, unending.digest);
    await isAlive();
  });

  it('starts with the request: trickling bytes do not extend it', async () => {
    const { status } = await trickle.answer().finally(() => clearInterval(trickles));
    expect(status).toBe(408);
    await expectNothingStored(t, trickling.digest);
    await isAlive();
  });

  it('keeps a stored object when another upload of it never ends', async () => {
    expect((await again.answer()).status).toBe(408);
    expect((await admin.get(path(stored.digest))).bytes.equals(stored.bytes)).toBe(true);
  });

  it('answers 408 to a JSON body that never ends, and changes nothing', async () => {
    const { status, body } = await json.answer();
    expect(status).toBe(408);
    expect(body.error).toEqual(TIMED_OUT);
    expect(await json.closed()).toHaveLength(0);
    expect((await admin.get(packagePath('deadline/slow'))).status).toBe(404);
    await isAlive();
  });

  it('answers 408 to headers that never end', async () => {
    const { status, body } = await headers.answer();
    expect(status).toBe(408);
    expect(body.error.code).toBe('request_timeout');
    expect(await headers.closed()).toHaveLength(0);
  });

  it('closes a connection whose refused body does not end', async () => {
    expect((await nowhere.answer()).status).toBe(404);
    expect(await nowhere.closed()).toHaveLength(0);
    await isAlive();
  });
});

describe('limits.request_timeout for responses', () => {
  it('aborts a download whose reader is too slow, and serves others', async () => {
    expect((await admin.get(path(largeDigest))).bytes.equals(large)).toBe(true);
    expect((await later.answer()).status).toBe(408);

    const received = await download.read(true).closed();
    expect(received.length).toBeGreaterThan(0);
    expect(received.length).toBeLessThan(large.length);
    expect(received.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
    await isAlive();
  });

  it('leaves nothing of aborted uploads', async () => {
    expect(await t.storage.unfinished()).toEqual([]);
  });
});
