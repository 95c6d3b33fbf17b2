import type { DataSourceOptions } from 'typeorm';
import type { EmbeddedConnection } from './embedded-database.js';
import { MIGRATIONS } from './migrations/index.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** A class that TypeORM maps to a table. */
export type EntityClass = new () => object;

const CONNECT_TIMEOUT_MS = 5_000;

/** Which database, and how many connections to it. */
export interface DatabaseTarget {
  readonly server: string | EmbeddedConnection;
  readonly entities: readonly EntityClass[];
  readonly poolSize: number;
  /** Milliseconds after which the server gives a statement up. */
  readonly statementTimeoutMs: number;
}

/** The one description of the data source: the application, the commands and the tests all use it. */
export const dataSourceOptions = (target: DatabaseTarget): PostgresOptions => ({
  type: 'postgres',
  ...(typeof target.server === 'string'
    ? { url: target.server }
    : { host: target.server.host, username: target.server.user, database: target.server.database }),
  poolSize: target.poolSize,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  applicationName: 'mcp-hub',
  entities: [...target.entities],
  migrations: [...MIGRATIONS],
  migrationsTableName: 'migration',
  migrationsTransactionMode: 'each',
  installExtensions: false,
  // Identifiers are made by the program (crypto.randomUUID); no extension is needed for them.
  extra: {
    statement_timeout: target.statementTimeoutMs,
    // Connections stay open: to set a timer after each statement and to clear it before the next costs a tenth of both.
    idleTimeoutMillis: 0,
    keepAlive: true,
    ...(typeof target.server !== 'string' && target.server.stream && { stream: target.server.stream }),
  },
});
