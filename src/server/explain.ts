import { ApiError } from '../common/errors/api-error.js';
import { MetricsPortError } from '../common/operation/metrics.js';
import { escapeHidden } from '../common/values/visible-text.js';
import { ConfigError } from '../config/config-error.js';
import { LockedOutError } from '../storage/database/brief-locks.js';
import { DataDirectoryInUseError } from '../storage/database/data-directory-lock.js';
import { faultOf } from '../storage/database/database-faults.js';
import { UnmetRequirementsError } from '../storage/database/database-requirements.js';
import { InitializationError } from '../storage/database/initialize-embedded.js';
import { NewerDatabaseError, PendingMigrationsError } from '../storage/database/migrate.js';
import { NoDatabaseError } from '../storage/database/open-database.js';
import { UnreachableDatabaseError } from '../storage/database/wait-for-database.js';

const LACKS_RIGHT = '42501';

/** Explains a failure to the operator; the stack trace for unexpected errors. */
export function explain(error: unknown): string {
  const isMeant = [
    ConfigError,
    DataDirectoryInUseError,
    InitializationError,
    LockedOutError,
    MetricsPortError,
    NewerDatabaseError,
    NoDatabaseError,
    PendingMigrationsError,
    UnmetRequirementsError,
    UnreachableDatabaseError,
  ].some((kind) => error instanceof kind);
  const { code, syscall, message, stack, path } = Object(error) as NodeJS.ErrnoException;
  // It may repeat what was given, which must not forge a line.
  if (error instanceof ApiError) return escapeHidden(message);
  if (isMeant) return message;
  if (syscall === 'listen' && 'port' in Object(error))
    return `cannot listen: ${message}; choose another address with HOST and PORT`;
  const fault = faultOf(error);
  if (fault === 'refuses') return `the database that DATABASE_URL names refuses: ${message}`;
  if (code === LACKS_RIGHT)
    return `the database user lacks a right: ${message}; docs/operations.md says which rights it needs`;
  if (fault === 'untrusted')
    return `cannot trust the database's certificate: ${message}; name its authority with sslrootcert in DATABASE_URL or in NODE_EXTRA_CA_CERTS`;
  if (fault === 'unavailable') return `cannot reach the database (${code ?? message})`;
  if (fault !== undefined) return `cannot use the database now: ${message} (${code ?? fault})`;
  if (code === 'EACCES' || code === 'EROFS') return `cannot write to ${path ?? 'DATA_DIR'} (${code})`;
  return stack ?? String(error);
}
