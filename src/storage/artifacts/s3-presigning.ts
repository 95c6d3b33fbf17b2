import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { hexOf } from '../../common/values/sha256-digest.js';
import {
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactAddress,
  type ArtifactPresigning,
  type DownloadForm,
  type PresignedUpload,
  type StoredObject,
  type WriteLimits,
} from './artifact-store.js';
import { isMissingObject, storeError } from './s3-client.js';
import { keyOf, OBJECTS, UPLOADS } from './s3-keys.js';
import { listObjects } from './s3-listing.js';

const CHECKSUM = 'x-amz-checksum-sha256';

interface S3PresigningOptions {
  readonly bucket: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly client: S3Client;
  /** Signs URLs for the address under which clients reach the store. */
  readonly signer: S3Client;
}

/**
 * Presigned URLs of an S3 store. What clients put is kept apart until it is verified: a store that does not check the
 * signed checksum, and not all do, can then not be made to show other bytes.
 */
export class S3Presigning implements ArtifactPresigning {
  constructor(private readonly options: S3PresigningOptions) {}

  async upload(address: ArtifactAddress, sizeBytes: number | undefined): Promise<PresignedUpload> {
    const { bucket, expiresIn, signer } = this.options;
    const checksum = Buffer.from(hexOf(address.digest), 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: keyOf(UPLOADS, address),
      ChecksumSHA256: checksum,
      ContentLength: sizeBytes,
    });
    const url = await getSignedUrl(signer, command, {
      expiresIn,
      signableHeaders: new Set(['content-length', 'host', CHECKSUM]),
      unhoistableHeaders: new Set([CHECKSUM]),
    });
    const length = sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) };
    return { url, method: 'PUT', headers: { ...length, [CHECKSUM]: checksum }, expiresIn };
  }

  async download(address: ArtifactAddress, form: DownloadForm): Promise<string> {
    const { bucket, expiresIn, signer } = this.options;
    const input = {
      Bucket: bucket,
      Key: keyOf(OBJECTS, address),
      ResponseContentType: form.contentType,
      ResponseContentDisposition: form.contentDisposition,
    };
    const command = form.method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return getSignedUrl(signer, command, { expiresIn });
  }

  list(): AsyncIterable<StoredObject> {
    return listObjects(this.options.client, this.options.bucket, UPLOADS);
  }

  async discard(address: ArtifactAddress): Promise<void> {
    const { bucket, client } = this.options;
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(UPLOADS, address) }));
  }

  async accept(address: ArtifactAddress, { maxBytes, signal }: WriteLimits): Promise<number | undefined> {
    const { bucket, client } = this.options;
    const staged = { Bucket: bucket, Key: keyOf(UPLOADS, address) };
    const found = await client
      .send(new GetObjectCommand(staged), { abortSignal: signal })
      .catch((error: unknown) => {
        if (isMissingObject(error)) return undefined;
        throw error;
      });
    if (found === undefined) return undefined;
    try {
      const size = await verified(found.Body as Readable, address, maxBytes);
      await client.send(
        new CopyObjectCommand({
          Bucket: bucket,
          Key: keyOf(OBJECTS, address),
          CopySource: `${bucket}/${staged.Key}`,
          // Not what has been put there since it was read.
          CopySourceIfMatch: found.ETag,
        }),
        { abortSignal: signal },
      );
      return size;
    } finally {
      // Wrong bytes are of no use, and right ones are where they belong.
      if (!signal.aborted) await client.send(new DeleteObjectCommand(staged)).catch(() => undefined);
    }
  }
}

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
