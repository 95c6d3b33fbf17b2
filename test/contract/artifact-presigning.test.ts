import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import {
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactPresigning,
  type StagedUploads,
  type UploadAddress,
} from '../../src/storage/artifacts/artifact-store.js';
import { openArtifactStore } from '../../src/storage/artifacts/open-artifact-store.js';
import type { S3ArtifactStore } from '../../src/storage/artifacts/s3-artifact-store.js';
import { S3Server } from '../support/s3-server.js';

const BYTES = Buffer.from('a bundle that a client puts itself');

let server: S3Server;
let store: S3ArtifactStore;
let presigning: ArtifactPresigning;
let staged: StagedUploads;
beforeAll(async () => {
  server = await S3Server.start();
  store = (await openArtifactStore(server.config())) as S3ArtifactStore;
  if (store.presigning === undefined) throw new Error('presigned URLs are enabled');
  ({ presigning, staged } = store);
});
afterAll(async () => {
  store.close();
  await server.close();
});

let addresses = 0;
const newAddress = (): UploadAddress => {
  addresses += 1;
  return { orgKey: `org-${addresses}`, kind: 'bundle', digest: sha256Of(BYTES), evidenceKind: '' };
};
const limits = { maxBytes: 1000, signal: new AbortController().signal };

/** Uploads bytes as a client that follows the instruction. */
async function put(address: UploadAddress, bytes: Buffer = BYTES): Promise<number> {
  const { url, method, headers } = await presigning.upload(address, BYTES.length);
  // fetch sets the length itself.
  const { 'Content-Length': _length, ...sent } = headers as Record<string, string>;
  return (await fetch(url, { method, headers: sent, body: new Uint8Array(bytes) })).status;
}

describe('a presigned upload', () => {
  it('is signed over the length and the SHA-256 of the bytes, for a limited time', async () => {
    const { url, method, headers, expiresIn } = await presigning.upload(newAddress(), BYTES.length);
    const { searchParams } = new URL(url);
    expect(method).toBe('PUT');
    expect(expiresIn).toBe(900);
    expect(searchParams.get('X-Amz-Expires')).toBe('900');
    expect(searchParams.get('X-Amz-SignedHeaders')?.split(';')).toEqual([
      'content-length',
      'host',
      'x-amz-checksum-sha256',
    ]);
    expect(headers).toEqual({
      'Content-Length': String(BYTES.length),
      'x-amz-checksum-sha256': Buffer.from(sha256Of(BYTES).slice(7), 'hex').toString('base64'),
    });
  });

  it('is invisible before it is accepted, and an object afterward', async () => {
    const address = newAddress();
    expect(await put(address)).toBe(200);
    expect(await store.size(address)).toBeUndefined();
    expect(await staged.accept(address, limits)).toBe(BYTES.length);
    expect(await store.size(address)).toBe(BYTES.length);
    await staged.discard(address);
    expect((await server.keys()).filter((key) => key.startsWith(`uploads/${address.orgKey}/`))).toEqual([]);
    expect(await staged.accept(address, limits)).toBeUndefined();
    expect(await store.size(address)).toBe(BYTES.length);
  });

  // The test server checks neither signatures nor checksums, like a careless store.
  it.each([
    ['other bytes', Buffer.from(BYTES).reverse()],
    ['more bytes', Buffer.concat([BYTES, BYTES])],
    ['fewer bytes', BYTES.subarray(1)],
    ['no bytes', Buffer.alloc(0)],
  ])('of %s, accepted by a careless store, is removed and stays invisible', async (_what, bytes) => {
    const address = newAddress();
    expect(await put(address, bytes)).toBe(200);
    await expect(staged.accept(address, limits)).rejects.toBeInstanceOf(DigestMismatchError);
    expect(await store.size(address)).toBeUndefined();
    expect((await server.keys()).filter((key) => key.includes(address.orgKey))).toEqual([]);
  });

  it('of too many bytes is removed and stays invisible', async () => {
    const address = newAddress();
    expect(await put(address)).toBe(200);
    const small = { ...limits, maxBytes: BYTES.length - 1 };
    await expect(staged.accept(address, small)).rejects.toBeInstanceOf(ArtifactTooLargeError);
    expect((await server.keys()).filter((key) => key.includes(address.orgKey))).toEqual([]);
  });

  it('cannot replace an object', async () => {
    const address = newAddress();
    await put(address);
    await staged.accept(address, limits);
    await put(address, Buffer.from(BYTES).reverse());
    const url = await presigning.download(address, FORM);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(BYTES)).toBe(true);
  });
});

const FORM = {
  method: 'GET',
  contentType: 'application/octet-stream',
  contentDisposition: 'attachment; filename="x.bundle"',
  cacheControl: 'private, no-cache',
} as const;

describe('a presigned download', () => {
  it('serves the bytes to the holder of the URL, with type and name, by GET or HEAD', async () => {
    const address = newAddress();
    await put(address);
    await staged.accept(address, limits);
    for (const method of ['GET', 'HEAD'] as const) {
      const url = await presigning.download(address, { ...FORM, method });
      const answer = await fetch(url, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toBe(FORM.contentDisposition);
      expect(answer.headers.get('cache-control')).toBe(FORM.cacheControl);
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect((await answer.arrayBuffer()).byteLength).toBe(method === 'GET' ? BYTES.length : 0);
    }
  });
});
