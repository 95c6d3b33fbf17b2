import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3ServiceException,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isMissingObject } from './s3-client.js';

const PAGE = 1000;

/** Options of a listing. */
export interface S3Listing<Address> {
  readonly bucket: string;
  /** Prefix of the keys. */
  readonly area: string;
  /** Parses a key; undefined for keys to skip. */
  readonly addressOf: (key: string) => Address | undefined;
  readonly signal: AbortSignal;
  readonly pageSize?: number;
}

/** Lists the objects under a prefix of a bucket. @throws when the signal is aborted */
export async function* listObjects<Address>(
  client: S3Client,
  { bucket, area, addressOf, signal, pageSize = PAGE }: S3Listing<Address>,
): AsyncGenerator<{ address: Address; sizeBytes: number; modifiedAt: Date }> {
  const pages = paginateListObjectsV2(
    { client, pageSize },
    { Bucket: bucket, Prefix: area },
    { abortSignal: signal },
  );
  for await (const { Contents = [] } of pages) {
    for (const { Key = '', Size = 0, LastModified } of Contents) {
      signal.throwIfAborted();
      const address = addressOf(Key);
      if (address === undefined || LastModified === undefined) continue;
      yield { address, sizeBytes: Size, modifiedAt: LastModified };
    }
    signal.throwIfAborted();
  }
}

// Some stores abort stale multipart uploads themselves and do not list them.
function isNotSupported(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown };
  return (
    cause instanceof S3ServiceException &&
    (cause.name === 'NotImplemented' || [405, 501].includes(cause.$metadata.httpStatusCode ?? 0))
  );
}

/** Which multipart uploads to abort. */
export interface AbandonedUploads {
  readonly bucket: string;
  /** Prefix of their keys. */
  readonly area: string;
  /** Uploads started before this time. */
  readonly before: Date;
  /** Only counts them. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Aborts multipart uploads; returns their number, also in a dry run. @throws when the signal is aborted */
export async function abortUploads(
  client: S3Client,
  { bucket, area, before, dryRun, signal }: AbandonedUploads,
): Promise<number> {
  let count = 0;
  let next: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | undefined = {};
  while (next !== undefined) {
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: area,
          KeyMarker: next.NextKeyMarker,
          UploadIdMarker: next.NextUploadIdMarker,
        }),
        { abortSignal: signal },
      )
      .catch((error: unknown) => {
        if (isNotSupported(error)) return undefined;
        throw error;
      });
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      signal.throwIfAborted();
      if (Initiated === undefined || Initiated >= before) continue;
      if (!dryRun) await abort(client, { Bucket: bucket, Key, UploadId });
      count += 1;
    }
    next = page?.IsTruncated === true ? page : undefined;
    signal.throwIfAborted();
  }
  return count;
}

async function abort(
  client: S3Client,
  upload: { Bucket: string; Key: string | undefined; UploadId: string | undefined },
): Promise<void> {
  await client.send(new AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
    // It was completed or aborted meanwhile.
    if (!isMissingObject(error)) throw error;
  });
}
