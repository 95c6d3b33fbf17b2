import type { ClientBase } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { driverWithPool } from './connection-pool.js';
import type { EmbeddedConnection } from './embedded-database.js';
import { MIGRATIONS } from './migrations/index.js';

/** Options of a data source on PostgreSQL. */
export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const CONNECT_TIMEOUT_MS = 5_000;
// A server that is there gives a statement up before.
const ANSWER_GRACE_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * A server that stops says so right behind an answer. The pool has then handed the connection on, and whoever gets it does
 * not listen yet: without a listener the process would end. The next statement on it fails, and it leaves the pool.
 */
const ignoreConnectionErrors = (connection: ClientBase): void => {
  connection.on('error', () => undefined);
};

/** Which database, and how many connections to it. */
export interface DatabaseTarget {
  readonly server: string | EmbeddedConnection;
  readonly poolSize: number;
  /** Milliseconds after which the server gives a statement up. */
  readonly statementTimeoutMs: number;
}

/** The one description of the data source: the application, the commands and the tests all use it. */
export const dataSourceOptions = (target: DatabaseTarget): PostgresOptions => ({
  type: 'postgres',
  driver: driverWithPool(),
  ...(typeof target.server === 'string'
    ? { url: target.server }
    : { host: target.server.host, username: target.server.user, database: target.server.database }),
  poolSize: target.poolSize,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  applicationName: 'mcp-hub',
  migrations: [...MIGRATIONS],
  migrationsTableName: 'migration',
  migrationsTransactionMode: 'each',
  installExtensions: false,
  // Identifiers are made by the program (crypto.randomUUID); no extension is needed for them.
  extra: {
    statement_timeout: target.statementTimeoutMs,
    // Connections stay open: a timer would be set and cleared for each statement (ADR 2).
    idleTimeoutMillis: 0,
    keepAlive: true,
    onConnect: ignoreConnectionErrors,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A connection may die without a word (failover, firewall): then nobody on the other side gives anything up.
    ...(typeof target.server === 'string' &&
      target.statementTimeoutMs > 0 && { query_timeout: target.statementTimeoutMs + ANSWER_GRACE_MS }),
    ...(typeof target.server !== 'string' && target.server.stream && { stream: target.server.stream }),
  },
});
