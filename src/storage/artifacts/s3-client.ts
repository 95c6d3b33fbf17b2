import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import { ArtifactStoreError } from './artifact-store.js';

// A call that the store neither answers nor refuses must end well within the time of a request, its one repetition too.
const CONNECT_TIMEOUT_MS = 2_000;
const IDLE_TIMEOUT_MS = 8_000;
const MAX_ATTEMPTS = 2;
const MAX_CONNECTIONS = 100;

/** How a client differs from the usual one. */
export interface S3ClientOptions {
  /** Where the store is reached under another address. */
  readonly endpoint?: string | undefined;
  readonly maxConnections?: number;
}

/**
 * A client of the configured store, with connections of its own. Its calls fail with `ArtifactStoreError`, but for an
 * object that is not there.
 */
export function createS3Client(
  settings: S3Settings,
  { endpoint = settings.endpoint, maxConnections: maxSockets = MAX_CONNECTIONS }: S3ClientOptions = {},
): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: settings.forcePathStyle,
    // Without keys the SDK looks for those of the environment: a role of the machine or the container. A copy of ours:
    // the SDK writes into what it is given.
    ...(settings.credentials !== undefined && { credentials: { ...settings.credentials } }),
    maxAttempts: MAX_ATTEMPTS,
    // Stores other than Amazon's do not know the checksums that the SDK would add; ours are SHA-256, and stated.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        throw isMissingObject(error) ? error : storeError(error);
      }
    },
    { step: 'initialize', priority: 'high', name: 'storeErrors' },
  );
  return client;
}

/** What a failure of the store is to its callers. */
export const storeError = (cause: unknown): ArtifactStoreError =>
  cause instanceof ArtifactStoreError
    ? cause
    : new ArtifactStoreError(`the store failed: ${String(cause)}`, { cause });

/** Whether the store says that there is no such object. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  error.name !== 'NoSuchBucket';
