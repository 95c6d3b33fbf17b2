import type { ClientBase } from 'pg';
import type { DataSourceOptions, Logger } from 'typeorm';
import { driverWithPool } from './connection-pool.js';
import type { EmbeddedConnection } from './embedded-database.js';
import { MIGRATIONS } from './migrations/index.js';

/** Options of a data source on PostgreSQL. */
export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const CONNECT_TIMEOUT_MS = 5_000;
// A reachable server cancels a statement before the client gives up.
const ANSWER_GRACE_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * A server that shuts down can report that right after a response, when the pool has already handed the connection to
 * the next caller, who has no error listener yet; an unhandled `error` event would end the process. The next statement
 * on the connection fails, and the pool removes it.
 */
const ignoreConnectionErrors = (connection: ClientBase): void => {
  connection.on('error', () => undefined);
};

// A role or a database may change them (ALTER ROLE … SET), and the program would read other texts or other rows.
const SETTINGS = [
  `DateStyle TO 'ISO, MDY'`,
  `TimeZone TO 'UTC'`,
  `IntervalStyle TO 'postgres'`,
  `bytea_output TO 'hex'`,
  `extra_float_digits TO 1`,
  `standard_conforming_strings TO on`,
  `default_transaction_isolation TO 'read committed'`,
]
  .map((setting) => `SET ${setting}`)
  .join('; ');

/** Prepares a connection to a server. Poolers refuse the same settings among the parameters of a new connection. */
const preparation = ({ statementTimeoutMs, lockTimeoutMs = 0 }: DatabaseTarget) => {
  const timeouts = `SET statement_timeout TO ${statementTimeoutMs}; SET lock_timeout TO ${lockTimeoutMs}`;
  return async (connection: ClientBase): Promise<void> => {
    ignoreConnectionErrors(connection);
    await connection.query(`${SETTINGS}; ${timeouts}`);
  };
};

const ignore = (): void => undefined;

/** TypeORM prints the failure of a migration on standard output, even with logging off. */
const SILENT: Logger = {
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
  logMigration: ignore,
  log: ignore,
};

/** Which database, and how many connections to it. */
export interface DatabaseTarget {
  readonly server: string | EmbeddedConnection;
  readonly poolSize: number;
  /** Milliseconds after which the server cancels a statement. */
  readonly statementTimeoutMs: number;
  /** Milliseconds after which a server stops waiting for a lock; none by default. */
  readonly lockTimeoutMs?: number;
}

/** Options of the data source, shared by the application, the commands and the tests. */
export const dataSourceOptions = (target: DatabaseTarget): PostgresOptions => ({
  type: 'postgres',
  driver: driverWithPool(),
  ...(typeof target.server === 'string'
    ? { url: target.server }
    : { host: target.server.host, username: target.server.user, database: target.server.database }),
  poolSize: target.poolSize,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  applicationName: 'mcp-hub',
  // An error is thrown as well, and reported once by who catches it.
  logger: SILENT,
  migrations: [...MIGRATIONS],
  migrationsTableName: 'migration',
  migrationsTransactionMode: 'each',
  installExtensions: false,
  // The program generates identifiers (crypto.randomUUID), so no extension is needed.
  extra: {
    ...(typeof target.server !== 'string' && { statement_timeout: target.statementTimeoutMs }),
    // Connections stay open: an idle timeout would set and clear a timer for each statement (ADR 2).
    idleTimeoutMillis: 0,
    keepAlive: true,
    onConnect: typeof target.server === 'string' ? preparation(target) : ignoreConnectionErrors,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A connection may die silently (failover, firewall); then only the client can time out.
    ...(typeof target.server === 'string' &&
      target.statementTimeoutMs > 0 && { query_timeout: target.statementTimeoutMs + ANSWER_GRACE_MS }),
    ...(typeof target.server !== 'string' && target.server.stream && { stream: target.server.stream }),
  },
});
