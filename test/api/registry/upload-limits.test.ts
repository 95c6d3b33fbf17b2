import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import {
  createOrganization,
  eventually,
  expectNothingStored,
  someBytes,
} from '../../support/stored-artifacts.js';
import { exchange, Wire } from '../../support/wire.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const PARTS: [part: string, mediaType: string, limit: number][] = [
  ['manifest', JSON_TYPE, 500],
  ['bundle', BINARY_TYPE, 1000],
  ['evidence/sbom', JSON_TYPE, 700],
];

let admin: ApiClient;
const t = await useTestApp({
  // Uploads in progress are visible as files; test/contract aborts those of other stores.
  STORAGE_TYPE: 'filesystem',
  LIMITS_MANIFEST_BYTES: '500',
  LIMITS_BUNDLE_BYTES: '1000',
  LIMITS_EVIDENCE_BYTES: '700',
});
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'limits');
});

describe.each(PARTS)('limits.*_bytes for PUT …/%s', (part, mediaType, limit) => {
  const headers = { 'Content-Type': mediaType };
  const tooLarge = { code: 'payload_too_large', details: { max_bytes: limit } };

  it('answers 413 to a Content-Length above the limit, without waiting for the body', async () => {
    const { digest } = someBytes(`${part} announced`, limit + 1);
    const wire = await Wire.to(t);
    wire.start('PUT', artifactPath('limits', digest, part), {
      ...admin.credentials,
      ...headers,
      'Content-Length': limit + 1,
    });
    const { status, body } = await wire.answer();
    expect(status).toBe(413);
    expect(body.error).toMatchObject(tooLarge);
    await expectNothingStored(t, digest);
    wire.cut();
  });

  it('answers 413 to a body above the limit, and keeps the connection alive', async () => {
    const { bytes, digest } = someBytes(`${part} sent`, limit + 1);
    const path = artifactPath('limits', digest, part);
    const wire = await Wire.to(t);
    const request = { ...admin.credentials, ...headers, 'Content-Length': bytes.length };
    const { status } = await wire.start('PUT', path, request).send(bytes).answer();
    expect(status).toBe(413);
    expect((await wire.start('GET', path, admin.credentials).answer()).status).toBe(404);
    await expectNothingStored(t, digest);
    wire.cut();
  });

  it('answers 413 to a chunked body as soon as it exceeds the limit', async () => {
    const { bytes, digest } = someBytes(`${part} chunked`, limit + 1);
    const wire = await Wire.to(t);
    wire
      .start('PUT', artifactPath('limits', digest, part), {
        ...admin.credentials,
        ...headers,
        'Transfer-Encoding': 'chunked',
      })
      .chunk(bytes.subarray(0, limit))
      .chunk(bytes.subarray(limit));
    // The last chunk, which would end the body, is never sent.
    const { status, body } = await wire.answer();
    expect(status).toBe(413);
    expect(body.error).toMatchObject(tooLarge);
    await expectNothingStored(t, digest);
    wire.cut();
  });

  it('answers 200 to exactly the limit, with Content-Length or chunked', async () => {
    const announced = someBytes(`${part} exact, announced`, limit);
    const path = artifactPath('limits', announced.digest, part);
    expect((await admin.put(path, announced.bytes, mediaType)).body.size_bytes).toBe(limit);

    const chunked = someBytes(`${part} exact, chunked`, limit);
    const wire = await Wire.to(t);
    wire.start('PUT', artifactPath('limits', chunked.digest, part), {
      ...admin.credentials,
      ...headers,
      'Transfer-Encoding': 'chunked',
    });
    for (let start = 0; start < limit; start += 7) wire.chunk(chunked.bytes.subarray(start, start + 7));
    const { status, body } = await wire.chunk(new Uint8Array()).answer();
    expect(status).toBe(200);
    expect(body).toMatchObject({ digest: chunked.digest, size_bytes: limit });
    wire.cut();
  });

  it('accepts an empty body under the digest of no bytes, and serves it', async () => {
    const path = artifactPath('limits', digestOf(''), part);
    const { status, body } = await exchange(t, admin, ['PUT', path], { ...headers, 'Content-Length': 0 });
    expect(status).toBe(200);
    expect(body.size_bytes).toBe(0);
    const { headers: served, bytes } = await admin.get(path);
    expect(served.get('content-length')).toBe('0');
    expect(bytes).toHaveLength(0);
    const outside = await admin.get(path, { headers: { range: 'bytes=0-' } });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */0');
  });
});

describe('PUT of a body whose length differs from Content-Length', () => {
  const path = (digest: string): string => artifactPath('limits', digest, 'bundle');
  const headers = (length: number) => ({
    ...admin.credentials,
    'Content-Type': BINARY_TYPE,
    'Content-Length': length,
  });
  const started = async (digest: string, length: number, part: Uint8Array): Promise<Wire> => {
    const wire = await Wire.to(t);
    wire.start('PUT', path(digest), headers(length)).send(part);
    await eventually(async () => (await t.storage.unfinished()).length > 0);
    return wire;
  };

  it('stores nothing when the connection breaks before the end', async () => {
    const { bytes, digest } = someBytes('broken off', 900);
    const wire = await started(digest, bytes.length, bytes.subarray(0, 899));
    wire.cut();
    await expectNothingStored(t, digest);
    expect((await admin.get(path(digest))).status).toBe(404);
  });

  it('stores nothing when the client half-closes before the end', async () => {
    const { bytes, digest } = someBytes('half closed', 900);
    const wire = await started(digest, bytes.length, bytes.subarray(0, 899));
    wire.finish();
    await wire.closed();
    await expectNothingStored(t, digest);
  });

  it('answers 400 when Content-Length is too small', async () => {
    const { bytes, digest } = someBytes('longer than announced', 900);
    const wire = await Wire.to(t);
    const { status } = await wire.start('PUT', path(digest), headers(899)).send(bytes).answer();
    expect(status).toBe(400);
    await wire.closed();
    await expectNothingStored(t, digest);
  });

  it('stores the announced bytes, and treats the rest as a malformed request', async () => {
    const { bytes, digest } = someBytes('announced', 300);
    const wire = await Wire.to(t);
    expect((await wire.start('PUT', path(digest), headers(300)).send(bytes).answer()).status).toBe(200);
    const rest = await wire.send('surplus\r\n\r\n').answer();
    expect(rest.status).toBe(400);
    expect(rest.body.error.code).toBe('bad_request');
    await wire.closed();
    expect((await admin.get(path(digest))).bytes.equals(bytes)).toBe(true);
  });

  it.each([
    ['an invalid chunk size', 'xyz\r\n'],
    ['a chunk that is longer than its size', '3\r\nabcdef\r\n'],
  ])('answers 400 to %s and stores nothing', async (_what, broken) => {
    const { digest } = someBytes(`broken chunks: ${broken}`);
    const wire = await Wire.to(t);
    wire.start('PUT', path(digest), {
      ...admin.credentials,
      'Content-Type': BINARY_TYPE,
      'Transfer-Encoding': 'chunked',
    });
    const { status } = await wire.chunk(Buffer.from('good')).send(broken).answer();
    expect(status).toBe(400);
    await wire.closed();
    await expectNothingStored(t, digest);
  });
});
