import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf, packagePath } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  beginOrganization,
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
beforeAll(async () => {
  t = await startTestApp({
    // Uploads under way show as files; test/contract breaks those of other stores off.
    STORAGE_TYPE: 'filesystem',
    LIMITS_REQUEST_TIMEOUT: '10',
  });
  admin = await t.actors.admin();
  await beginOrganization(admin, 'deadline');
});
afterAll(() => t.close());

const path = (digest: string): string => artifactPath('deadline', digest, 'bundle');

const begin = async (target: string, length: number, part: Uint8Array): Promise<Wire> => {
  const wire = await Wire.to(t);
  const headers = { 'Content-Type': BINARY_TYPE, 'Content-Length': length };
  return wire.begin('PUT', target, { ...admin.credentials, ...headers }).send(part);
};

const isAlive = async (): Promise<void> => {
  expect((await t.actors.anonymous.get('/healthz')).status).toBe(200);
};

describe('limits.request_timeout on the way in', () => {
  it('answers 408 to an upload that never ends, closes the connection and drops the partial file', async () => {
    const { bytes, digest } = someBytes('never ends', 5000);
    const wire = await begin(path(digest), bytes.length, bytes.subarray(0, 4999));
    await eventually(async () => (await t.storage.unfinished()).length === 1);
    const { status, body } = await wire.answer();
    expect(status).toBe(408);
    expect(body).toEqual({ message: TIMED_OUT.message, error: TIMED_OUT });
    expect(await wire.closed()).toHaveLength(0);
    await expectNothingStored(t, digest);
    await isAlive();
  });

  it('counts from the beginning of the request: bytes that trickle in do not prolong it', async () => {
    const { bytes, digest } = someBytes('trickles', 100_000);
    const wire = await begin(path(digest), bytes.length, bytes.subarray(0, 1));
    let position = 1;
    const trickle = setInterval(() => {
      wire.send(bytes.subarray(position, position + 1));
      position += 1;
    }, 20);
    const { status } = await wire.answer().finally(() => clearInterval(trickle));
    expect(status).toBe(408);
    await expectNothingStored(t, digest);
    await isAlive();
  });

  it('leaves a stored object as it is when another upload of it never ends', async () => {
    const { bytes, digest } = someBytes('stored before', 5000);
    expect((await admin.put(path(digest), bytes, BINARY_TYPE)).status).toBe(200);
    const wire = await begin(path(digest), bytes.length, bytes.subarray(0, 4999));
    expect((await wire.answer()).status).toBe(408);
    expect((await admin.get(path(digest))).bytes.equals(bytes)).toBe(true);
    expect(await t.storage.unfinished()).toEqual([]);
  });

  it('answers 408 to a JSON body that never ends, and changes nothing', async () => {
    const wire = await Wire.to(t);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 2000 };
    wire.begin('POST', `${packagePath('deadline/slow')}/publish`, { ...admin.credentials, ...headers });
    const { status, body } = await wire.send('{"version":"1.0.0",').answer();
    expect(status).toBe(408);
    expect(body.error).toEqual(TIMED_OUT);
    expect(await wire.closed()).toHaveLength(0);
    expect((await admin.get(packagePath('deadline/slow'))).status).toBe(404);
    await isAlive();
  });

  it('answers 408 to headers that never end', async () => {
    const wire = (await Wire.to(t)).send('GET /healthz HTTP/1.1\r\nHost: registry.test\r\n');
    const { status, body } = await wire.answer();
    expect(status).toBe(408);
    expect(body.error.code).toBe('request_timeout');
    expect(await wire.closed()).toHaveLength(0);
  });

  it('cuts a connection whose refused body goes on and on', async () => {
    const { bytes, digest } = someBytes('refused', 5000);
    const nowhere = artifactPath('deadline-nowhere', digest, 'bundle');
    const wire = await begin(nowhere, bytes.length, bytes.subarray(0, 4999));
    expect((await wire.answer()).status).toBe(404);
    expect(await wire.closed()).toHaveLength(0);
    await isAlive();
  });
});

describe('limits.request_timeout on the way out', () => {
  // More than the buffers of both ends of a connection hold.
  const bytes = new Uint8Array(24 * 1024 * 1024).fill(7);
  const digest = digestOf(bytes);

  it('cuts a download whose reader is too slow, and serves those that are not', async () => {
    expect((await admin.put(path(digest), bytes, BINARY_TYPE)).status).toBe(200);
    const slow = (await Wire.to(t)).read(false).begin('GET', path(digest), admin.credentials);
    // Times out later than the download, which has begun before it.
    const later = await begin(path(digestOf('later')), 10, new Uint8Array(9));
    expect((await admin.get(path(digest))).bytes.equals(bytes)).toBe(true);
    expect((await later.answer()).status).toBe(408);

    const received = await slow.read(true).closed();
    expect(received.length).toBeGreaterThan(0);
    expect(received.length).toBeLessThan(bytes.length);
    expect(received.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
    await isAlive();
  });
});
