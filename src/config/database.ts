import { confidential, key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { UNLESS_EMBEDDED } from './operation.js';
import { boolean, integer, url } from './value-parsers.js';

export const DATABASE_KEYS = {
  database_url: confidential(
    optional(url('postgres', 'postgresql'), 'embedded PostgreSQL in data_dir', 'PostgreSQL 15 or newer.'),
  ),
  database_pool_size: key(
    integer(1, 200),
    10,
    'Connections to the database; the embedded one always has one.',
  ),
  database_migrate: key(
    boolean,
    true,
    'Migrate the database at the start; otherwise run the command migrate.',
  ),
  database_wait_seconds: key(
    integer(0, 3600),
    60,
    'Seconds for which a start and the command migrate wait for the database to answer.',
  ),
};

/** Settings of the database. */
export interface DatabaseSettings {
  /** Absent: the embedded database in `dataDir`. */
  readonly url?: string;
  readonly poolSize: number;
  /** Whether the server runs pending migrations when it starts. */
  readonly migrate: boolean;
  /** How long a start waits for a server that does not answer. */
  readonly waitSeconds: number;
}

/** @param mayEmbed whether the embedded database is acceptable */
export function databaseSettings(reader: ConfigReader, mayEmbed: boolean): DatabaseSettings {
  const { read, fault } = reader.of(DATABASE_KEYS);
  const url = read('database_url');
  if (url === undefined && !mayEmbed) fault('database_url', UNLESS_EMBEDDED);
  return {
    ...(url !== undefined && { url }),
    // The embedded database is one session.
    poolSize: url === undefined ? 1 : read('database_pool_size'),
    migrate: read('database_migrate'),
    waitSeconds: read('database_wait_seconds'),
  };
}
