import { unavailable, type ApiError } from '../../common/errors/api-error.js';
import { ArtifactStoreError } from './artifact-store.js';

// Disk full, quota or process limit exceeded, read-only file system, or a failing device.
const UNAVAILABLE = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
]);

const isFileSystemTrouble = (error: unknown): boolean => {
  const { code, syscall } = Object(error) as NodeJS.ErrnoException;
  return syscall !== undefined && code !== undefined && UNAVAILABLE.has(code);
};

/** 503 for a store that cannot take or give bytes now; undefined for every other error. */
export function translateStorageError(error: unknown): ApiError | undefined {
  if (!isFileSystemTrouble(error) && !(error instanceof ArtifactStoreError)) return undefined;
  return unavailable('the artifact storage is temporarily unavailable; try again', 5);
}
