import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3ServiceException,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoredObject } from './artifact-store.js';
import { isMissingObject } from './s3-client.js';
import { addressOf, OBJECTS } from './s3-keys.js';

const PAGE = 1000;

/** The artifacts in one area of a bucket. */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  area: string,
  pageSize = PAGE,
): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: area, MaxKeys: pageSize, ContinuationToken }),
    );
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const address = addressOf(Key);
      if (address === undefined || LastModified === undefined) continue;
      yield { address, sizeBytes: Size, modifiedAt: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

// Some stores end such uploads themselves and list none.
function isNotSupported(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown };
  return (
    cause instanceof S3ServiceException &&
    (cause.name === 'NotImplemented' || [405, 501].includes(cause.$metadata.httpStatusCode ?? 0))
  );
}

/** Ends the uploads in parts that began before `before`; answers how many, for a dry run too. */
export async function abortUploadsBefore(
  client: S3Client,
  bucket: string,
  before: Date,
  dryRun: boolean,
): Promise<number> {
  let count = 0;
  let next: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | undefined = {};
  while (next !== undefined) {
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: OBJECTS,
          KeyMarker: next.NextKeyMarker,
          UploadIdMarker: next.NextUploadIdMarker,
        }),
      )
      .catch((error: unknown) => {
        if (isNotSupported(error)) return undefined;
        throw error;
      });
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before) continue;
      if (!dryRun) await abort(client, { Bucket: bucket, Key, UploadId });
      count += 1;
    }
    next = page?.IsTruncated === true ? page : undefined;
  }
  return count;
}

async function abort(
  client: S3Client,
  upload: { Bucket: string; Key: string | undefined; UploadId: string | undefined },
): Promise<void> {
  await client.send(new AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
    // It has ended meanwhile.
    if (!isMissingObject(error)) throw error;
  });
}
