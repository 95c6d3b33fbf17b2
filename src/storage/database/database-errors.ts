import { unavailable, type ApiError } from '../../common/errors/api-error.js';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
// Connection exceptions, shutdowns, too many connections, statement timeouts, lock timeouts.
const UNAVAILABLE = /^(08...|57P0[123]|53300|57014|55P03|40001|40P01)$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
// A missing file is also ENOENT, but its syscall is "open".
const SOCKET_CALLS = new Set<unknown>(['connect', 'read', 'write', 'getaddrinfo']);
const DRIVER_TEXTS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Driver not Connected|not queryable/;
// Codes of Node.js and OpenSSL for an untrusted certificate, and the driver's message when the server does not support
// TLS.
const CERTIFICATE =
  /^(CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;
const NO_TLS = /server does not support SSL connections|error establishing an SSL connection/;

interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

const driverErrorOf = (error: unknown): DriverError => {
  const { driverError } = Object(error) as { driverError?: unknown };
  const cause = driverError ?? error;
  // Thrown for a host name with several addresses when all are unreachable.
  const { errors } = Object(cause) as { errors?: unknown };
  return Object(Array.isArray(errors) ? errors[0] : cause) as DriverError;
};

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

/** Whether a connection failed because the server's certificate could not be verified. */
export function isUntrustedServer(error: unknown): boolean {
  const { code, message } = driverErrorOf(error);
  return (
    (typeof code === 'string' && CERTIFICATE.test(code)) ||
    (typeof message === 'string' && NO_TLS.test(message))
  );
}

/** 503 for a database that cannot be reached or is overloaded; undefined for every other error. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  const { code, syscall, message } = driverErrorOf(error);
  const unreachable =
    (typeof code === 'string' &&
      (UNAVAILABLE.test(code) || (NETWORK.has(code) && SOCKET_CALLS.has(syscall)))) ||
    (typeof message === 'string' && DRIVER_TEXTS.test(message)) ||
    isUntrustedServer(error) ||
    error instanceof TransactionConflictError ||
    // TypeORM throws this when the connection of a transaction was lost.
    (Object(error) as Error).name === 'QueryRunnerAlreadyReleasedError';
  if (!unreachable) return undefined;
  return unavailable('the service is temporarily unavailable; try again', 5);
}
