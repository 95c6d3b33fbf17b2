import { HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import { BucketError } from './bucket-error.js';
import { createS3Client } from './s3-client.js';

const REASONS: Readonly<Record<number, string>> = {
  301: 'is in another region: set STORAGE_S3_REGION',
  400: 'is refused by the store: check STORAGE_S3_BUCKET, STORAGE_S3_REGION and the keys',
  403: 'may not be used with these keys: they need s3:ListBucket and the rights to its objects',
  404: 'does not exist: create it first',
};

/**
 * Asks the store for the bucket before anybody uploads.
 * @throws BucketError when the store says that it cannot be used; whatever else fails, for a store that is away now
 */
export async function requireBucket(settings: S3Settings): Promise<void> {
  const client = createS3Client(settings);
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }));
  } catch (error) {
    const { cause = error } = Object(error) as { cause?: unknown };
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    const reason = status === undefined ? undefined : REASONS[status];
    throw reason === undefined ? error : new BucketError(settings.bucket, reason);
  } finally {
    client.destroy();
  }
}
