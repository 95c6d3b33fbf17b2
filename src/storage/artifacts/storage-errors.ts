import { ApiError } from '../../common/errors/api-error.js';

// Full, over quota, read-only, or a failing device.
const UNAVAILABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);

/** 503 for a file system that cannot take or give bytes now; undefined for every other error. */
export function translateStorageError(error: unknown): ApiError | undefined {
  const { code, syscall } = Object(error) as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined || !UNAVAILABLE.has(code)) return undefined;
  return new ApiError(
    'unavailable',
    'the artifact storage is temporarily unavailable; try again',
    {},
    { 'Retry-After': '5' },
  );
}
