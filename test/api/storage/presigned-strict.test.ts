import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  artifactPath,
  bundleOf,
  digestOf,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { SignatureCheckingStore } from '../../support/signature-checking-store.js';
import { claimOf, signatureOf } from '../../support/sigv4.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

interface Instruction {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request to the store, as sent over the wire. */
interface Put extends Instruction {
  readonly bytes: Buffer;
}

const EXPIRES_IN = 900;
const MIB = 1024 * 1024;

let s3: S3Server;
let store: SignatureCheckingStore;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await SignatureCheckingStore.before(s3);
  t = await startTestApp({
    ...s3.settings,
    STORAGE_S3_ENDPOINT: store.endpoint,
    STORAGE_PRESIGN_EXPIRES_IN: String(EXPIRES_IN),
  });
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await store.close();
  await s3.close();
});
beforeEach(() => {
  store.taken.length = 0;
  store.refused.length = 0;
});
afterEach(() => {
  store.now = Date.now;
});

/** Sends exactly these headers: fetch would set the length itself. */
async function send({ url, method, headers, bytes }: Put): Promise<{ status: number; code?: string }> {
  const { promise, resolve: done, reject } = Promise.withResolvers<{ status: number; code?: string }>();
  const sent = request(url, { method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('end', () => {
      const [, code] = /<Code>(\w+)</.exec(Buffer.concat(chunks).toString()) ?? [];
      done({ status: answer.statusCode ?? 0, ...(code !== undefined && { code }) });
    });
  });
  sent.once('error', reject);
  sent.end(bytes);
  return promise;
}

/** Announces a version, with the size and digest of its bytes. */
async function announced(id: string, version = '1.0.0'): Promise<Put> {
  const { status, body } = await publish(admin, id, version);
  expect(status).toBe(200);
  return { ...(body.bundle_upload as Instruction), bytes: bundleOf(id, version) };
}

/** The redirect target of a download. */
async function locationOf(path: string, method: 'GET' | 'HEAD' = 'GET'): Promise<string> {
  const { status, headers } = await admin.send(method, path, {});
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

const withQuery = (url: string, name: string, change: (value: string) => string): string => {
  const changed = new URL(url);
  changed.searchParams.set(name, change(changed.searchParams.get(name) ?? ''));
  return changed.href;
};

const withPath = (url: string, change: (path: string) => string): string => {
  const changed = new URL(url);
  changed.pathname = change(changed.pathname);
  return changed.href;
};

/** Replaces the last hex digit. */
const altered = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');

const checksumOf = (bytes: Buffer): string =>
  Buffer.from(digestOf(bytes).slice('sha256:'.length), 'hex').toString('base64');

describe('bundle_upload at a store that checks signatures and digests', () => {
  it('accepts the bundle, and all requests of the registry itself are signed', async () => {
    const id = 'strict/files';
    const put = await announced(id);
    expect(await send(put)).toEqual({ status: 200 });
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    const { resolved } = (await resolve(admin, id, 'latest')).body;
    const bundle = await fetch(await locationOf(resolved.bundle.url as string));
    expect(digestOf(Buffer.from(await bundle.arrayBuffer()))).toBe(digestOf(put.bytes));

    expect(store.refused).toEqual([]);
    const byHeader = store.taken.filter(({ where }) => where === 'header').map(({ method }) => method);
    expect(new Set(byHeader)).toEqual(new Set(['HEAD', 'GET', 'PUT', 'DELETE']));
    const byQuery = store.taken.filter(({ where }) => where === 'query').map(({ method }) => method);
    expect(byQuery).toEqual(['PUT', 'GET']);
  });

  const more = (bytes: Buffer): Buffer => Buffer.concat([bytes, bytes]);
  const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes).reverse();

  it.each<[string, (put: Put) => Partial<Put>, { status: number; code: string }]>([
    ['other bytes', ({ bytes }) => ({ bytes: reversed(bytes) }), { status: 400, code: 'BadDigest' }],
    [
      'other bytes with their own digest',
      ({ bytes, headers }) => ({
        bytes: reversed(bytes),
        headers: { ...headers, 'x-amz-checksum-sha256': checksumOf(reversed(bytes)) },
      }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'any bytes without a digest',
      ({ bytes, headers }) => ({
        bytes: reversed(bytes),
        headers: { 'Content-Length': headers['Content-Length'] ?? '' },
      }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'more bytes',
      ({ bytes, headers }) => ({
        bytes: more(bytes),
        headers: { ...headers, 'Content-Length': String(bytes.length * 2) },
      }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'fewer bytes',
      ({ bytes, headers }) => ({
        bytes: bytes.subarray(1),
        headers: { ...headers, 'Content-Length': String(bytes.length - 1) },
      }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'bytes of no announced length',
      ({ headers }) => ({
        headers: {
          'x-amz-checksum-sha256': headers['x-amz-checksum-sha256'] ?? '',
          'Transfer-Encoding': 'chunked',
        },
      }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'another key',
      ({ url }) => ({ url: withPath(url, altered) }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'the key of finished objects',
      ({ url }) => ({ url: withPath(url, (path) => path.replace('/uploads/', '/objects/')) }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'another organization',
      ({ url }) => ({ url: withPath(url, (path) => path.replace('/strict/', '/other/')) }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    ['another method', () => ({ method: 'DELETE' }), { status: 403, code: 'SignatureDoesNotMatch' }],
    [
      'a header that makes the object public',
      ({ headers }) => ({ headers: { ...headers, 'x-amz-acl': 'public-read' } }),
      { status: 403, code: 'AccessDenied' },
    ],
    [
      'a longer time',
      ({ url }) => ({ url: withQuery(url, 'X-Amz-Expires', () => '604800') }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    [
      'another signature',
      ({ url }) => ({ url: withQuery(url, 'X-Amz-Signature', altered) }),
      { status: 403, code: 'SignatureDoesNotMatch' },
    ],
    ['no signature', ({ url }) => ({ url: url.replace(/\?.*/, '') }), { status: 403, code: 'AccessDenied' }],
    [
      'a token of the registry beside it',
      ({ headers }) => ({ headers: { ...headers, ...admin.credentials } }),
      { status: 400, code: 'InvalidArgument' },
    ],
  ])('is valid for nothing else: %s', async (what, change, refused) => {
    const id = `strict/else-${what.replaceAll(/\W/g, '-')}`;
    const put = await announced(id);
    const before = await s3.keys();
    expect(await send({ ...put, ...change(put) })).toEqual(refused);
    expect((await s3.keys()).sort()).toEqual(before.sort());
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 409);
    // It is still valid for its purpose.
    expect(await send(put)).toEqual({ status: 200 });
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  it('expires at the time in the response', async () => {
    const id = 'strict/late';
    const put = await announced(id);
    const { expires_in: seconds } = (await presign(put.bytes)).body;
    expect(seconds).toBe(EXPIRES_IN);
    store.now = () => Date.now() + (EXPIRES_IN + 2) * 1000;
    expect(await send(put)).toEqual({ status: 403, code: 'AccessDenied' });
    store.now = () => Date.now() + (EXPIRES_IN - 60) * 1000;
    expect(await send(put)).toEqual({ status: 200 });
  });
});

const presign = (bytes: Buffer, kind = 'bundle') =>
  admin.post(`${artifactPath('strict', digestOf(bytes), 'presign')}?kind=${kind}`);

describe('POST …/presign at a store that checks signatures and digests', () => {
  it('does not sign an unknown length, but always the digest', async () => {
    const bytes = Buffer.from('{"evidence":true}');
    const instruction = (await presign(bytes, 'evidence&evidence_kind=sbom')).body as Instruction;
    expect(Object.keys(instruction.headers)).toEqual(['x-amz-checksum-sha256']);
    const length = { 'Content-Length': String(bytes.length) };
    const put = { ...instruction, headers: { ...instruction.headers, ...length }, bytes };
    expect(await send({ ...put, bytes: Buffer.from(bytes).reverse() })).toEqual({
      status: 400,
      code: 'BadDigest',
    });
    expect(await send(put)).toEqual({ status: 200 });
    const location = await locationOf(artifactPath('strict', digestOf(bytes), 'evidence/sbom'));
    expect(await (await fetch(location)).text()).toBe(bytes.toString());
  });
});

describe('a presigned download at a store that checks signatures', () => {
  const id = 'strict/download';
  const bundle = bundleOf(id, '1.0.0');
  const path = artifactPath('strict', digestOf(bundle), 'bundle');
  beforeAll(async () => {
    await send(await announced(id));
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  const get = async (url: string, method = 'GET'): Promise<number> => (await fetch(url, { method })).status;

  it('needs no credential, and accepts a range', async () => {
    const url = await locationOf(path);
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bundle)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text()]).toEqual([206, bundle.subarray(2, 6).toString()]);
    expect(await get(await locationOf(path, 'HEAD'), 'HEAD')).toBe(200);
  });

  it('is limited to reading that object, for a limited time', async () => {
    const url = await locationOf(path);
    const [manifest = ''] = (await s3.keys()).filter((key) => key.startsWith('objects/strict/manifest/'));
    const others = [
      withPath(url, () => `/${s3.bucket}/${manifest}`),
      withPath(url, () => `/${s3.bucket}`),
      withQuery(url, 'response-content-type', () => 'text/html'),
      withQuery(url, 'response-content-disposition', () => 'inline'),
      withQuery(url, 'X-Amz-Expires', () => '604800'),
      withQuery(url, 'X-Amz-Date', (time) => altered(time.slice(0, -1)) + 'Z'),
      withQuery(url, 'X-Amz-Signature', altered),
    ];
    for (const other of others) expect([other, await get(other)]).toEqual([other, 403]);
    for (const method of ['PUT', 'DELETE', 'POST', 'HEAD']) {
      expect([method, await get(url, method)]).toEqual([method, 403]);
    }
    store.now = () => Date.now() + (EXPIRES_IN + 2) * 1000;
    expect(await get(url)).toBe(403);
    store.now = Date.now;
    expect(await get(url)).toBe(200);
  });
});

describe('the registry’s own requests to a store that checks signatures and digests', () => {
  it('are all signed: a multipart upload, an aborted one, a cleanup', async () => {
    const id = 'strict/parts';
    const bundle = randomBytes(11 * MIB);
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin, id, '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(admin, 'strict', bundle)).status).toBe(200);
    const wrong = await admin.put(
      artifactPath('strict', digestOf('else'), 'bundle'),
      new Uint8Array(bundle),
      'application/octet-stream',
    );
    expectRefused(wrong, 400);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    await t.app.get(CleanupService).run({ olderThanHours: 24, dryRun: true });
    const location = await locationOf(artifactPath('strict', digestOf(bundle), 'bundle'));
    const downloaded = await fetch(location);
    expect(digestOf(Buffer.from(await downloaded.arrayBuffer()))).toBe(digestOf(bundle));

    expect(store.refused).toEqual([]);
    for (const query of ['partNumber=3&', 'uploadId=', 'list-type=2']) {
      expect(store.taken.map(({ target }) => target)).toContainEqual(expect.stringContaining(query));
    }
    expect(store.taken.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(0);
  });
});

describe('the signatures that the store of these tests expects', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
  it('are those of Amazon’s example', () => {
    const signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
    const target = `/test.txt?${new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': signature,
    }).toString()}`;
    const headers = { host: 'examplebucket.s3.amazonaws.com' };
    const claim = claimOf(target, headers);
    if (claim === undefined) throw new Error('the example is signed');
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    expect(signatureOf({ method: 'GET', target, headers, claim }, secret)).toBe(signature);
  });
});
