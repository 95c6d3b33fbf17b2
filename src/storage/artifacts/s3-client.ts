import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import { ArtifactStoreError } from './artifact-store.js';

// A call that hangs must time out well within the deadline of a request, including its one retry.
const CONNECT_TIMEOUT_MS = 2_000;
const IDLE_TIMEOUT_MS = 8_000;
const MAX_ATTEMPTS = 2;
const MAX_CONNECTIONS = 100;

/** Options in which a client differs from the default. */
export interface S3ClientOptions {
  /** Overrides the address of the store. */
  readonly endpoint?: string | undefined;
  readonly maxConnections?: number;
}

/**
 * A client of the configured store with its own connection pool. Its calls throw `ArtifactStoreError`, except for
 * missing objects.
 */
export function createS3Client(
  settings: S3Settings,
  { endpoint = settings.endpoint, maxConnections: maxSockets = MAX_CONNECTIONS }: S3ClientOptions = {},
): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: settings.forcePathStyle,
    // Without keys, the SDK uses those of the environment: a role of the machine or container. The keys are copied,
    // because the SDK modifies its argument.
    ...(settings.credentials !== undefined && { credentials: { ...settings.credentials } }),
    maxAttempts: MAX_ATTEMPTS,
    // Stores other than Amazon's do not support the checksums that the SDK adds by default; SHA-256 is set explicitly.
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

/** Converts a failure of the store for its callers. */
export const storeError = (cause: unknown): ArtifactStoreError =>
  cause instanceof ArtifactStoreError
    ? cause
    : new ArtifactStoreError(`the store failed: ${String(cause)}`, { cause });

/** Whether the store reports that the object does not exist. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  error.name !== 'NoSuchBucket';
