import { driverErrorOf } from './driver-error.js';

/** What keeps the database from answering now (ADR 110). None of them is the fault of a request or a job. */
export type DatabaseFault =
  /** It cannot be reached, stops or starts, or the connection has broken. */
  | 'unavailable'
  | 'too many connections'
  /** No disk space or memory is left. */
  | 'full'
  /** A standby, or a primary that takes no changes. */
  | 'read-only'
  /** It refuses the password, the user or the database that it accepted before. */
  | 'refuses'
  /** Its certificate cannot be verified. */
  | 'untrusted'
  /** Its disk fails. */
  | 'damaged'
  /** Others hold locks, or a statement took too long. Passes by itself, and is no outage. */
  | 'busy';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FAULT_OF_STATE: readonly (readonly [RegExp, DatabaseFault])[] = [
  // Connection exceptions; ended by an administrator, a crash, a start, a dropped database or an idle timeout.
  [/^(08...|57P0[1-5])$/, 'unavailable'],
  // A database that allows no connections (ALLOW_CONNECTIONS), and what a recovery does not allow.
  [/^55000$/, 'unavailable'],
  [/^53300$/, 'too many connections'],
  // Insufficient resources: disk, memory, a limit of the configuration.
  [/^53...$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^(28...|3D000)$/, 'refuses'],
  [/^58...$/, 'damaged'],
  // Statement, lock and transaction timeouts; serialization failures and deadlocks.
  [/^(57014|55P03|25P0[34]|40001|40P01)$/, 'busy'],
];
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// A missing file is also ENOENT, but its syscall is "open".
const SOCKET_CALLS = new Set<unknown>(['connect', 'read', 'write', 'getaddrinfo']);
const DRIVER_TEXTS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Driver not Connected|not queryable/;
// A migration of a newer version changed what a prepared statement returns; the next connection prepares it again.
const OUTDATED_PLAN = 'cached plan must not change result type';
// Codes of Node.js and OpenSSL for an untrusted certificate, and the driver's message when the server does not support
// TLS.
const CERTIFICATE =
  /^(CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;
const NO_TLS = /server does not support SSL connections|error establishing an SSL connection/;

/** Which fault of the database an error reports; undefined for every other error, such as a violated constraint. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  const { code, syscall, message } = driverErrorOf(error);
  if (typeof code === 'string') {
    const known = FAULT_OF_STATE.find(([states]) => states.test(code));
    if (known !== undefined) return known[1];
    if (NETWORK.has(code) && SOCKET_CALLS.has(syscall)) return 'unavailable';
    if (CERTIFICATE.test(code)) return 'untrusted';
  }
  if (typeof message === 'string') {
    if (NO_TLS.test(message)) return 'untrusted';
    if (DRIVER_TEXTS.test(message)) return 'unavailable';
    if (message.includes(OUTDATED_PLAN)) return 'busy';
  }
  // TypeORM throws this when the connection of a transaction was lost.
  return (Object(error) as Error).name === 'QueryRunnerAlreadyReleasedError' ? 'unavailable' : undefined;
}
