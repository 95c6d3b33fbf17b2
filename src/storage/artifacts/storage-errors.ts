import { unavailable, type ApiError } from '../../common/errors/api-error.js';
import { ArtifactStoreError } from './artifact-store.js';
import { DamagedObjectError } from './damaged-object.js';

/** What keeps the store from taking or giving bytes now (ADR 110). */
export type StorageFault =
  | 'unavailable'
  | 'full'
  | 'read-only'
  | 'refuses'
  | 'damaged'
  | 'too many open files';

const FAULT_OF_CODE: ReadonlyMap<unknown, StorageFault> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'refuses'],
  ['EPERM', 'refuses'],
  ['EIO', 'damaged'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
]);

/** Which fault of the store an error reports; undefined for every other error, such as damaged bytes of one object. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (error instanceof ArtifactStoreError) return error.isFull ? 'full' : 'unavailable';
  const { code, syscall } = Object(error) as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : FAULT_OF_CODE.get(code);
}

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
  if (storageFaultOf(error) === undefined) return undefined;
  return unavailable('the artifact storage is temporarily unavailable; try again', 5);
}
