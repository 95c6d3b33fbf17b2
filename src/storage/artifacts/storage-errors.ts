import { unavailable, type ApiError } from '../../common/errors/api-error.js';
import { ArtifactStoreError } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';

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

// Somebody has to repair the store first.
const REPAIR_SECONDS = 60;

/** 503 for a store that cannot take or give bytes now, or has lost them; undefined for every other error. */
export function translateStorageError(error: unknown): ApiError | undefined {
  if (error instanceof DamagedObjectError) {
    const { address, fault, explanation } = error;
    return unavailable(`${explanation}; an operator has to restore them`, REPAIR_SECONDS, {
      digest: address.digest,
      reason: fault.replaceAll(' ', '_'),
    });
  }
  if (!isFileSystemTrouble(error) && !(error instanceof ArtifactStoreError)) return undefined;
  return unavailable('the artifact storage is temporarily unavailable; try again', 5);
}
