import { translateStorageError } from './artifacts/storage-errors.js';
import { translateDatabaseError } from './database/database-errors.js';

/** Which part of the service an error says could not be reached, for readers; undefined for every other error. */
export function unavailablePart(error: unknown): string | undefined {
  if (translateStorageError(error) !== undefined) return 'the object store';
  return translateDatabaseError(error) === undefined ? undefined : 'the database';
}
