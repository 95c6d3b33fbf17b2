import { unavailable, type ApiError } from '../../common/errors/api-error.js';
import { faultOf, type DatabaseFault } from './database-faults.js';
import { driverErrorOf } from './driver-error.js';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement waited longer for a lock than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => driverErrorOf(error).code === LOCK_NOT_AVAILABLE;

/** Whether a connection timed out and must not be reused. */
export const isReadTimeout = (error: unknown): boolean =>
  driverErrorOf(error).message === 'Query read timeout';

const isViolation = (error: unknown, code: string, constraint: string | undefined): boolean => {
  const cause = driverErrorOf(error);
  return cause.code === code && (constraint === undefined || cause.constraint === constraint);
};

/** Whether a statement failed because a row with the same unique key exists; `constraint` narrows it to one key. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isViolation(error, UNIQUE_VIOLATION, constraint);

/** Whether a statement failed because a referenced row does not exist. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  isViolation(error, FOREIGN_KEY_VIOLATION, constraint);

/**
 * The state on which a transaction based a decision changed before it was locked. Work in a transaction throws this to
 * be retried.
 */
export class TransactionConflictError extends Error {
  override readonly name = 'TransactionConflictError';
}

/** Whether a transaction failed because of a concurrent one and can be retried. */
export function isTransactionConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictError) return true;
  const { code } = driverErrorOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** A transaction that lost to another one can be tried again, as after any other conflict. */
const faultOfAny = (error: unknown): DatabaseFault | undefined =>
  error instanceof TransactionConflictError ? 'busy' : faultOf(error);

/** Whether the server on the other end of a connection cannot take changes: another server may take them. */
export const isReadOnly = (error: unknown): boolean => faultOf(error) === 'read-only';

// How long until a request is worth repeating. Somebody makes room, or a failover ends, no sooner.
const RETRY_SECONDS = 5;
const REPAIR_SECONDS = 30;
const NEEDS_REPAIR = new Set<DatabaseFault>(['full', 'read-only', 'refuses', 'damaged']);

/** 503 for a database that cannot answer now (ADR 110); undefined for every other error. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  const fault = faultOfAny(error);
  if (fault === undefined) return undefined;
  return unavailable(
    'the service is temporarily unavailable; try again',
    NEEDS_REPAIR.has(fault) ? REPAIR_SECONDS : RETRY_SECONDS,
  );
}
