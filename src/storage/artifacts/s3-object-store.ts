import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  type GetObjectCommandOutput,
  type HeadObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import {
  UnusableStoreError,
  type ArtifactAddress,
  type ArtifactPresigning,
  type ArtifactStore,
  type ByteRange,
  type SendOptions,
  type StagedUploads,
  type StoredObject,
  type WriteLimits,
} from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';
import { HashingStream, nowhere } from './hashing-stream.js';
import { createS3Client, isMissingObject, storeError } from './s3-client.js';
import type { ObjectKeys } from './object-keys.js';
import { abortUploads, listObjects } from './s3-listing.js';
import { uploadObject, type S3Object } from './s3-upload.js';
import { sendChecked } from './send-checked.js';
import { requireStoredRight } from './stored-again.js';
import { survivable } from './survivable.js';
import { objectName, requireSize, TransferCheck } from './transfer-check.js';
import { VerifiedStates } from './verified-states.js';
import { WriteOutcomes } from './write-outcomes.js';

// Downloads have a connection pool of their own: each holds a connection for as long as its client takes, and slow
// clients must not block uploads.
const MAX_DOWNLOADS = 500;

// Not empty: the SDK takes an empty body for a stream of unknown length, and warns.
const PROBE = 'write check';

/** Why a bucket cannot be used, by HTTP status. */
const REFUSALS: Readonly<Record<number, string>> = {
  301: 'is in another region: set STORAGE_S3_REGION',
  400: 'is refused by the store: check STORAGE_S3_BUCKET, STORAGE_S3_REGION and the keys',
  403: 'may not be used with these keys: they need s3:ListBucket and the rights to its objects',
  404: 'does not exist: create it first',
};

const WRITE_REFUSALS: Readonly<Record<number, string>> = {
  403: 'may not be written with these keys: they need s3:PutObject and s3:DeleteObject',
};

/** Objects of an S3-compatible store, whose clients transfer bytes through this server. */
export class S3ObjectStore<Kind extends string> implements ArtifactStore<Kind> {
  readonly presigning: ArtifactPresigning | undefined = undefined;
  readonly staged: StagedUploads | undefined = undefined;
  protected readonly client: S3Client;
  private readonly downloads: S3Client;
  private readonly verified = new VerifiedStates();
  private readonly writes: WriteOutcomes;

  constructor(
    private readonly settings: S3Settings,
    private readonly keys: ObjectKeys<Kind>,
  ) {
    this.client = createS3Client(settings);
    this.writes = new WriteOutcomes(this.client);
    this.downloads = createS3Client(settings, { maxConnections: MAX_DOWNLOADS });
  }

  async write(address: ArtifactAddress<Kind>, source: Readable, limits: WriteLimits): Promise<number> {
    const { signal } = limits;
    const hashing = new HashingStream(address.digest, limits.maxBytes);
    const stored = await this.head(address);
    try {
      if (stored) await pipeline(source, hashing, nowhere(), { signal });
      else
        await pipeline(
          source,
          hashing,
          (bytes: AsyncIterable<Buffer>) => this.upload(address, bytes, signal),
          { signal },
        );
      if (stored && !this.isVerified(address, stored)) await requireStoredRight(this, address, hashing.bytes);
      return hashing.bytes;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  async size(address: ArtifactAddress<Kind>): Promise<number | undefined> {
    const found = await this.head(address);
    return found === undefined ? undefined : (found.ContentLength ?? 0);
  }

  private isVerified(address: ArtifactAddress<Kind>, { ETag }: HeadObjectCommandOutput): boolean {
    return ETag !== undefined && this.verified.has(objectName(address), ETag);
  }

  private async head(address: ArtifactAddress<Kind>): Promise<HeadObjectCommandOutput | undefined> {
    try {
      return await this.client.send(new HeadObjectCommand(this.object(address)));
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  }

  async read(address: ArtifactAddress<Kind>, range?: ByteRange): Promise<Readable> {
    const found = await this.get(this.client, address, range);
    return survivable(range === undefined ? (found.Body as Readable) : bytesOfRange(found, range));
  }

  async send(address: ArtifactAddress<Kind>, answer: Writable, options: SendOptions): Promise<void> {
    const { sizeBytes, range } = options;
    const found = await this.get(this.downloads, address, range);
    const bytes = survivable(range === undefined ? (found.Body as Readable) : bytesOfRange(found, range));
    try {
      requireSize(address, sizeOf(found, range) ?? sizeBytes, sizeBytes);
      const check = new TransferCheck(address, options, this.verified, found.ETag);
      await sendChecked(untilBrokenOff(bytes, address), answer, check);
    } finally {
      bytes.destroy();
    }
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
    const { bucket: Bucket } = this.settings;
    await this.client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal });
    if (!this.writes.areFailing) return;
    const probe = { Bucket, Key: this.keys.probe };
    await this.client.send(new PutObjectCommand({ ...probe, Body: PROBE }), { abortSignal: signal });
    await this.client.send(new DeleteObjectCommand(probe), { abortSignal: signal });
  }

  async requireUsable({ writes }: { readonly writes: boolean }): Promise<void> {
    const { bucket: Bucket } = this.settings;
    await this.probe(this.client.send(new HeadBucketCommand({ Bucket })), REFUSALS);
    if (!writes) return;
    const probe = { Bucket, Key: this.keys.probe };
    await this.probe(this.client.send(new PutObjectCommand({ ...probe, Body: PROBE })), WRITE_REFUSALS);
    await this.probe(this.client.send(new DeleteObjectCommand(probe)), WRITE_REFUSALS);
  }

  /** @throws UnusableStoreError when the store refuses with one of these statuses; the error of the call otherwise */
  private async probe(call: Promise<unknown>, refusals: Readonly<Record<number, string>>): Promise<void> {
    try {
      await call;
    } catch (error) {
      const { cause = error } = Object(error) as { cause?: unknown };
      const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
      const reason = status === undefined ? undefined : refusals[status];
      if (reason === undefined) throw error;
      throw new UnusableStoreError(
        `the bucket ${this.settings.bucket} that STORAGE_S3_BUCKET names ${reason}`,
      );
    }
  }

  close(): void {
    this.client.destroy();
    this.downloads.destroy();
  }

  private async get(
    client: S3Client,
    address: ArtifactAddress<Kind>,
    range?: ByteRange,
  ): Promise<GetObjectCommandOutput> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    try {
      return await client.send(new GetObjectCommand({ ...this.object(address), Range }));
    } catch (error) {
      if (isMissingObject(error)) throw new DamagedObjectError(address, 'missing', { cause: error });
      if (isBeyondEnd(error)) throw new DamagedObjectError(address, 'shorter', { cause: error });
      throw error;
    }
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

/** A range that begins after the end of the object. */
const isBeyondEnd = (error: unknown): boolean => {
  const { cause = error } = Object(error) as { cause?: unknown };
  return cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 416;
};

/** Size in bytes of the whole object of a response; undefined if it says nothing of it. */
function sizeOf(
  { ContentLength, ContentRange }: GetObjectCommandOutput,
  range?: ByteRange,
): number | undefined {
  if (range === undefined) return ContentLength;
  const [, total] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  return total === undefined ? undefined : Number(total);
}

/** The bytes of a response. @throws DamagedObjectError when the connection to the store breaks off */
async function* untilBrokenOff(bytes: Readable, address: ArtifactAddress<string>): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    throw new DamagedObjectError(address, 'broken off', { cause: error });
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
