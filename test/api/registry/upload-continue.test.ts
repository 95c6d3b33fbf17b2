import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, publishRequest } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import {
  createOrganization,
  eventually,
  expectNothingStored,
  recordsOf,
  someBytes,
} from '../../support/stored-artifacts.js';
import { Wire } from '../../support/wire.js';

const BINARY_TYPE = 'application/octet-stream';
const LIMIT = 100_000;

let admin: ApiClient;
const t = await useTestApp({
  // Uploads in progress are visible as files; test/contract aborts those of other stores.
  STORAGE_TYPE: 'filesystem',
  LIMITS_BUNDLE_BYTES: String(LIMIT),
});
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'continue');
});

const path = (digest: string): string => artifactPath('continue', digest, 'bundle');

const headersOf = (length: number, change: Readonly<Record<string, string | number>> = {}) => ({
  ...admin.credentials,
  'Content-Type': BINARY_TYPE,
  'Content-Length': length,
  ...change,
});

describe('Expect: 100-continue', () => {
  const { bytes, digest } = someBytes('waits for permission', 200);
  const expecting = { Expect: '100-continue' };

  it.each<[string, number, string, Readonly<Record<string, string | number>>]>([
    ['invalid credentials', 401, path(digest), { authorization: 'Bearer wrong' }],
    ['an unknown organization', 404, artifactPath('continue-nowhere', digest, 'bundle'), {}],
    ['an invalid digest', 400, path('sha256:abc'), {}],
    ['another media type', 415, path(digest), { 'Content-Type': 'text/plain' }],
    ['a compressed body', 415, path(digest), { 'Content-Encoding': 'gzip' }],
    ['a body above the limit', 413, path(digest), { 'Content-Length': LIMIT + 1 }],
    ['an invalid path', 404, `${path(digest)}/x`, {}],
  ])('is refused for %s with %i and without 100', async (_what, expected, target, change) => {
    const wire = await Wire.to(t);
    const { status, interim } = await wire
      .start('PUT', target, headersOf(bytes.length, { ...expecting, ...change }))
      .answer();
    expect(status).toBe(expected);
    expect(interim).toEqual([]);
    // The server must not wait for the body that never comes.
    expect(await wire.closed()).toHaveLength(0);
    await expectNothingStored(t, digest);
  });

  it('is answered with 100 when the upload is accepted', async () => {
    const accepted = someBytes('accepted', 200);
    const wire = await Wire.to(t);
    wire.start('PUT', path(accepted.digest), headersOf(accepted.bytes.length, expecting));
    await wire.continued();
    const { status, interim } = await wire.send(accepted.bytes).answer();
    expect(status).toBe(200);
    expect(interim).toEqual([100]);
    wire.cut();
    expect((await admin.get(path(accepted.digest))).bytes.equals(accepted.bytes)).toBe(true);
  });

  it('is answered with 100 for a JSON body that will be read, and not for one that is too large', async () => {
    const publish = '/v1/org/continue/mcps/json/publish';
    const body = Buffer.from(JSON.stringify(publishRequest('continue/json', '1.0.0')));
    const head = { ...admin.credentials, 'Content-Type': 'application/json', ...expecting };

    const refused = await Wire.to(t);
    const answer = await refused
      .start('POST', '/v1/tokens', { ...head, 'Content-Length': 10 * 1024 * 1024 })
      .answer();
    expect(answer.status).toBe(413);
    expect(answer.interim).toEqual([]);
    refused.cut();

    const wire = await Wire.to(t);
    wire.start('POST', publish, { ...head, 'Content-Length': body.length });
    await wire.continued();
    expect((await wire.send(body).answer()).status).toBe(200);
    wire.cut();
  });
});

describe('two concurrent uploads of one digest', () => {
  const start = async (digest: string, bytes: Uint8Array, until: number): Promise<Wire> => {
    const before = (await t.storage.unfinished()).length;
    const wire = await Wire.to(t);
    wire.start('PUT', path(digest), headersOf(bytes.length)).send(bytes.subarray(0, until));
    await eventually(async () => (await t.storage.unfinished()).length > before);
    return wire;
  };
  const isServedWhole = async (digest: string, bytes: Uint8Array): Promise<void> => {
    expect((await admin.get(path(digest))).bytes.equals(bytes)).toBe(true);
    expect(await recordsOf(t, digest)).toHaveLength(1);
    await eventually(async () => (await t.storage.unfinished()).length === 0);
  };

  it('are both answered 200, and the object is complete', async () => {
    const { bytes, digest } = someBytes('both whole', 50_000);
    const one = await start(digest, bytes, 20_000);
    const two = await start(digest, bytes, 40_000);
    expect((await two.send(bytes.subarray(40_000)).answer()).status).toBe(200);
    expect((await one.send(bytes.subarray(20_000)).answer()).status).toBe(200);
    one.cut();
    two.cut();
    await isServedWhole(digest, bytes);
  });

  it('leave the complete object when one aborts before the other ends', async () => {
    const { bytes, digest } = someBytes('one broken, then whole', 50_000);
    const broken = await start(digest, bytes, 49_999);
    const whole = await start(digest, bytes, 10_000);
    broken.cut();
    await eventually(async () => (await t.storage.unfinished()).length === 1);
    expect((await admin.get(path(digest))).status).toBe(404);
    expect((await whole.send(bytes.subarray(10_000)).answer()).status).toBe(200);
    whole.cut();
    await isServedWhole(digest, bytes);
  });

  it('leave the complete object when one aborts after the other has ended', async () => {
    const { bytes, digest } = someBytes('whole, then one broken', 50_000);
    const broken = await start(digest, bytes, 49_999);
    expect((await admin.put(path(digest), bytes, BINARY_TYPE)).status).toBe(200);
    broken.cut();
    await isServedWhole(digest, bytes);
  });

  it('leave the complete object when one sends other bytes', async () => {
    const { bytes, digest } = someBytes('one right', 50_000);
    const wrong = someBytes('one wrong', 50_000).bytes;
    const one = await start(digest, wrong, 30_000);
    const two = await start(digest, bytes, 30_000);
    expect((await one.send(wrong.subarray(30_000)).answer()).status).toBe(400);
    expect((await two.send(bytes.subarray(30_000)).answer()).status).toBe(200);
    one.cut();
    two.cut();
    await isServedWhole(digest, bytes);
  });

  it('leave nothing when both abort', async () => {
    const { bytes, digest } = someBytes('both broken', 50_000);
    const one = await start(digest, bytes, 30_000);
    const two = await start(digest, bytes, 49_999);
    one.cut();
    two.cut();
    await expectNothingStored(t, digest);
  });
});
