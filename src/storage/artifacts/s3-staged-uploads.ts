import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactAddress,
  type StagedUpload,
  type StagedUploads,
  type UploadAddress,
  type WriteLimits,
} from './artifact-store.js';
import { isMissingObject, storeError } from './s3-client.js';
import { addressOfUpload, ARTIFACT_KEYS, uploadKeyOf, UPLOADS } from './object-keys.js';
import { listObjects } from './s3-listing.js';
import type { S3Object } from './s3-upload.js';

const CONTENT_TYPES = {
  manifest: 'application/json',
  bundle: 'application/octet-stream',
  mcpb: 'application/octet-stream',
  evidence: 'application/json',
} as const;

/**
 * Presigned uploads in an S3 store. They are kept apart until verified, because not every store checks the signed
 * checksum.
 */
export class S3StagedUploads implements StagedUploads {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
    readonly urlSeconds: number,
  ) {}

  async accept(address: UploadAddress, { maxBytes, signal }: WriteLimits): Promise<number | undefined> {
    const staged = this.object(address);
    const found = await unlessMissing(
      this.client.send(new GetObjectCommand(staged), { abortSignal: signal }),
    );
    if (found === undefined) return undefined;
    try {
      const size = await verified(found.Body as Readable, address, maxBytes);
      return (await this.show(address, found.ETag, signal)) ? size : undefined;
    } catch (error) {
      // Other failures say nothing about the bytes, which stay for the next attempt.
      if (isRefusal(error)) await this.discardRead(staged, found.ETag).catch(() => undefined);
      throw signal.aborted ? signal.reason : error;
    }
  }

  list(signal: AbortSignal): AsyncIterable<StagedUpload> {
    return listObjects(this.client, {
      bucket: this.bucket,
      area: UPLOADS,
      addressOf: addressOfUpload,
      signal,
    });
  }

  async discard(address: UploadAddress): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(address)));
  }

  /** Copies verified bytes to their final key; false if they are gone because another process accepted them. */
  private async show(
    address: UploadAddress,
    etag: string | undefined,
    abortSignal: AbortSignal,
  ): Promise<boolean> {
    const copy = new CopyObjectCommand({
      Bucket: this.bucket,
      Key: ARTIFACT_KEYS.of(address),
      CopySource: `${this.bucket}/${uploadKeyOf(address)}`,
      // Only if the bytes have not been replaced since they were read.
      CopySourceIfMatch: etag,
      // The client's metadata is not copied: with a Content-Encoding, downloads could hash to another digest.
      MetadataDirective: 'REPLACE',
      ContentType: CONTENT_TYPES[address.kind],
    });
    return (await unlessMissing(this.client.send(copy, { abortSignal }))) !== undefined;
  }

  /**
   * Removes the bytes that were read, but not a later upload. The deletion is conditional where the store supports
   * that; for other stores the ETag is checked immediately before.
   */
  private async discardRead(staged: S3Object, etag: string | undefined): Promise<void> {
    const { ETag } = await this.client.send(new HeadObjectCommand(staged));
    if (ETag === etag) await this.client.send(new DeleteObjectCommand({ ...staged, IfMatch: etag }));
  }

  private object(address: UploadAddress): S3Object {
    return { Bucket: this.bucket, Key: uploadKeyOf(address) };
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof DigestMismatchError || error instanceof ArtifactTooLargeError;

const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissingObject(error)) return undefined;
    throw error;
  });

async function* failingAsStore(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw storeError(error);
  }
}

async function verified(body: Readable, { digest }: ArtifactAddress, maxBytes: number): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of failingAsStore(body)) {
    size += chunk.length;
    if (size > maxBytes) throw new ArtifactTooLargeError(`more than ${maxBytes} bytes`);
    hash.update(chunk);
  }
  const actual = `sha256:${hash.digest('hex')}`;
  if (actual !== digest) throw new DigestMismatchError(`the bytes hash to ${actual}`);
  return size;
}
