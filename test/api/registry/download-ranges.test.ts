import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization } from '../../support/stored-artifacts.js';
import { exchange } from '../../support/wire.js';

const BINARY_TYPE = 'application/octet-stream';
const TEXT = '0123456789';
const ETAG = `"${digestOf(TEXT)}"`;
const path = artifactPath('ranges', digestOf(TEXT), 'bundle');

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'ranges');
  expect((await admin.put(path, TEXT, BINARY_TYPE)).status).toBe(200);
});

const ranged = (range: string, headers: Readonly<Record<string, string>> = {}) =>
  admin.get(path, { headers: { range, ...headers } });

describe('Range', () => {
  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=100-200', 'bytes=99999999999999999999-'])(
    'answers 416 with the size to %j, which is outside of ten bytes',
    async (range) => {
      const { status, headers, body } = await ranged(range);
      expect(status).toBe(416);
      expect(headers.get('content-range')).toBe('bytes */10');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body.error).toMatchObject({ code: 'range_not_satisfiable', details: { size_bytes: 10 } });
      expect(body.message).toBe(body.error.message);
    },
  );

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-3', 0, 3],
    ['bytes=4-6', 4, 6],
    ['bytes=4-', 4, 9],
    ['bytes=9-9', 9, 9],
    ['bytes=0-9', 0, 9],
    ['bytes=5-10', 5, 9],
    ['bytes=5-99999999999999999999', 5, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-10', 0, 9],
    // RFC 9110, 14.1.2: a suffix longer than the representation selects all of it.
    ['bytes=-11', 0, 9],
    ['bytes=-1000', 0, 9],
  ])('answers 206 to %j with the bytes from %i to %i', async (range, start, end) => {
    const { status, headers, text } = await ranged(range);
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/10`);
    expect(headers.get('content-length')).toBe(String(end - start + 1));
    expect(headers.get('etag')).toBe(ETAG);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toBe(TEXT.slice(start, end + 1));
  });

  it.each([
    ['no unit', '0-3'],
    ['nothing', ''],
    ['no ranges', 'bytes='],
    ['no dash', 'bytes=3'],
    ['no numbers', 'bytes=a-b'],
    ['a negative start', 'bytes=--3'],
    ['too many numbers', 'bytes=1-2-3'],
    ['fractions', 'bytes=0.5-3'],
    ['hexadecimal digits', 'bytes=0x1-0x3'],
    ['a malformed range beside a good one', 'bytes=0-3,x-y'],
    ['another unit', 'items=0-3'],
    // RFC 9110, 14.2: an unknown unit is ignored, whatever its numbers.
    ['another unit outside of the bytes', 'items=50-60'],
  ])('with %s is ignored: 200 with the whole artifact', async (_what, range) => {
    const { status, headers, text } = await ranged(range);
    expect(status).toBe(200);
    expect(headers.get('content-range')).toBeNull();
    expect(text).toBe(TEXT);
  });

  it('with several separate ranges is answered with the whole artifact', async () => {
    const { status, text } = await ranged('bytes=0-1,5-6');
    expect(status).toBe(200);
    expect(text).toBe(TEXT);
  });

  it('with more ranges than bytes costs no more than the whole artifact', async () => {
    const many = Array.from({ length: 1000 }, (_unused, index) => `${index % 10}-`).join(',');
    const { status, bytes } = await ranged(`bytes=${many}`);
    expect([200, 206]).toContain(status);
    expect(bytes.length).toBeLessThanOrEqual(TEXT.length);
  });

  it('is ignored for HEAD (RFC 9110, 14.2)', async () => {
    const { status, headers } = await admin.head(path, { headers: { range: 'bytes=0-3' } });
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe('10');
    expect(headers.get('content-range')).toBeNull();
  });

  it('is evaluated after authorization: 401, 403 and 404 stay', async () => {
    const headers = { range: 'bytes=0-3' };
    const stranger = await t.actors.member('ranges-stranger');
    expect((await t.actors.anonymous.get(path, { headers })).status).toBe(401);
    expect((await stranger.get(path, { headers })).status).toBe(403);
    const unknown = artifactPath('ranges', `sha256:${'0'.repeat(64)}`, 'bundle');
    expect((await admin.get(unknown, { headers })).status).toBe(404);
  });
});

describe('If-Range and If-None-Match with Range', () => {
  it('answers 206 when If-Range is the ETag', async () => {
    const { status, text } = await ranged('bytes=0-3', { 'if-range': ETAG });
    expect(status).toBe(206);
    expect(text).toBe('0123');
  });

  it.each([
    ['another ETag', '"other"'],
    ['its ETag, weak', `W/${ETAG}`],
    ['a date', 'Wed, 21 Oct 2015 07:28:00 GMT'],
    ['nonsense', 'x'],
  ])('answers 200 with the whole artifact when If-Range is %s', async (_what, condition) => {
    for (const range of ['bytes=0-3', 'bytes=10-']) {
      const { status, text } = await ranged(range, { 'if-range': condition });
      expect(status).toBe(200);
      expect(text).toBe(TEXT);
    }
  });

  it('answers 304 when If-None-Match is the ETag, and the range otherwise', async () => {
    for (const range of ['bytes=0-3', 'bytes=10-']) {
      const headers = { Range: range, 'If-None-Match': ETAG };
      expect((await exchange(t, admin, ['GET', path], headers)).status).toBe(304);
    }
    expect((await ranged('bytes=0-3', { 'if-none-match': '"other"' })).status).toBe(206);
  });
});

describe('a bundle of many read buffers', () => {
  const bytes = new Uint8Array(randomBytes(1_000_000));
  const large = artifactPath('ranges', digestOf(bytes), 'bundle');
  beforeAll(async () => {
    expect((await admin.put(large, bytes, BINARY_TYPE)).status).toBe(200);
  });

  it('is served exactly, wherever a range starts and ends', async () => {
    const position = fc.nat({ max: bytes.length - 1 });
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const served = await admin.get(large, { headers: { range: `bytes=${start}-${end}` } });
        expect(served.status).toBe(206);
        expect(served.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is complete when an interrupted download is resumed', async () => {
    const first = await admin.get(large, { headers: { range: 'bytes=0-345678' } });
    const etag = first.headers.get('etag') ?? '';
    const rest = await admin.get(large, { headers: { range: 'bytes=345679-', 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(digestOf(Buffer.concat([first.bytes, rest.bytes]))).toBe(digestOf(bytes));
  });
});
