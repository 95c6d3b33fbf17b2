/** The store answers, but not for this bucket: no upload could ever work. */
export class BucketError extends Error {
  constructor(bucket: string, why: string) {
    super(`the bucket ${bucket} that STORAGE_S3_BUCKET names ${why}`);
    this.name = 'BucketError';
  }
}
