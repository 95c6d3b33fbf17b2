import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3ServiceException,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import {
  UnusableStoreError,
  type ArtifactAddress,
  type ArtifactPresigning,
  type ArtifactStore,
  type ByteRange,
  type StagedUploads,
  type StoredObject,
  type WriteLimits,
} from './artifact-store.js';
import { HashingStream, nowhere } from './hashing-stream.js';
import { createS3Client, isMissingObject, storeError } from './s3-client.js';
import type { ObjectKeys } from './s3-keys.js';
import { abortUploads, listObjects } from './s3-listing.js';
import { uploadObject, type S3Object } from './s3-upload.js';

// Downloads have a connection pool of their own: each holds a connection for as long as its client takes, and slow
// clients must not block uploads.
const MAX_DOWNLOADS = 500;

/** Why a bucket cannot be used, by HTTP status. */
const REFUSALS: Readonly<Record<number, string>> = {
  301: 'is in another region: set STORAGE_S3_REGION',
  400: 'is refused by the store: check STORAGE_S3_BUCKET, STORAGE_S3_REGION and the keys',
  403: 'may not be used with these keys: they need s3:ListBucket and the rights to its objects',
  404: 'does not exist: create it first',
};

/** Objects of an S3-compatible store, whose clients transfer bytes through this server. */
export class S3ObjectStore<Kind extends string> implements ArtifactStore<Kind> {
  readonly presigning: ArtifactPresigning | undefined = undefined;
  readonly staged: StagedUploads | undefined = undefined;
  protected readonly client: S3Client;
  private readonly downloads: S3Client;

  constructor(
    private readonly settings: S3Settings,
    private readonly keys: ObjectKeys<Kind>,
  ) {
    this.client = createS3Client(settings);
    this.downloads = createS3Client(settings, { maxConnections: MAX_DOWNLOADS });
  }

  async write(address: ArtifactAddress<Kind>, source: Readable, limits: WriteLimits): Promise<number> {
    const { signal } = limits;
    const hashing = new HashingStream(address.digest, limits.maxBytes);
    const stored = (await this.size(address)) !== undefined;
    try {
      if (stored) await pipeline(source, hashing, nowhere(), { signal });
      else
        await pipeline(
          source,
          hashing,
          (bytes: AsyncIterable<Buffer>) => this.upload(address, bytes, signal),
          { signal },
        );
      return hashing.bytes;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  async size(address: ArtifactAddress<Kind>): Promise<number | undefined> {
    try {
      return (await this.client.send(new HeadObjectCommand(this.object(address)))).ContentLength ?? 0;
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  }

  read(address: ArtifactAddress<Kind>, range?: ByteRange): Promise<Readable> {
    return this.open(this.client, address, range);
  }

  async send(address: ArtifactAddress<Kind>, answer: Writable, range?: ByteRange): Promise<void> {
    const bytes = await this.open(this.downloads, address, range);
    await pipeline(bytes, answer).catch((error: unknown) => {
      throw storeError(error);
    });
  }

  async delete(address: ArtifactAddress<Kind>): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(address)));
  }

  list(signal: AbortSignal): AsyncIterable<StoredObject<Kind>> {
    const { bucket } = this.settings;
    const { area, addressOf } = this.keys;
    return listObjects(this.client, { bucket, area, addressOf, signal });
  }

  removeAbandoned(
    before: Date,
    { dryRun }: { readonly dryRun: boolean },
    signal: AbortSignal,
  ): Promise<number> {
    const { bucket } = this.settings;
    return abortUploads(this.client, { bucket, area: this.keys.area, before, dryRun, signal });
  }

  removeUnfinished(): Promise<void> {
    // Unfinished uploads may belong to other processes that use the store. The cleanup removes old ones.
    return Promise.resolve();
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.settings.bucket }), { abortSignal: signal });
  }

  async requireUsable(): Promise<void> {
    const { bucket } = this.settings;
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      const { cause = error } = Object(error) as { cause?: unknown };
      const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
      const reason = status === undefined ? undefined : REFUSALS[status];
      if (reason === undefined) throw error;
      throw new UnusableStoreError(`the bucket ${bucket} that STORAGE_S3_BUCKET names ${reason}`);
    }
  }

  close(): void {
    this.client.destroy();
    this.downloads.destroy();
  }

  private async open(client: S3Client, address: ArtifactAddress<Kind>, range?: ByteRange): Promise<Readable> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const answer = await client.send(new GetObjectCommand({ ...this.object(address), Range }));
    return range === undefined ? (answer.Body as Readable) : bytesOfRange(answer, range);
  }

  private upload(
    address: ArtifactAddress<Kind>,
    bytes: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): Promise<void> {
    return uploadObject(this.client, this.object(address), bytes, signal);
  }

  private object(address: ArtifactAddress<Kind>): S3Object {
    return { Bucket: this.settings.bucket, Key: this.keys.of(address) };
  }
}

/**
 * The bytes of a range. Some servers return more than was requested, and bytes beyond the Content-Length of a response
 * would be read as the next response on its connection.
 * @throws when the response starts at another byte
 */
function bytesOfRange(
  { Body, ContentLength, ContentRange }: GetObjectCommandOutput,
  range: ByteRange,
): Readable {
  const body = Body as Readable;
  if (ContentRange?.startsWith(`bytes ${range.start}-`) !== true) {
    body.destroy();
    throw storeError(
      new Error(`the object store answered ${ContentRange ?? 'everything'} for bytes from ${range.start}`),
    );
  }
  const length = range.end - range.start + 1;
  return ContentLength === length ? body : Readable.from(firstBytes(body, length));
}

async function* firstBytes(body: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    // Leaving the loop closes the connection to the store.
    if (left <= 0) return;
  }
}
