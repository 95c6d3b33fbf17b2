import type { AppConfig } from '../../config/app-config.js';
import { usesDataDirectory } from '../artifacts/open-artifact-store.js';
import { DataDirectoryInUseError, lockDataDirectory } from './data-directory-lock.js';
import { EmbeddedDatabase, type OpenDatabase } from './embedded-database.js';
import { borrowDatabase, NoLenderError } from './database-lender.js';

type Where = Pick<AppConfig, 'database' | 'dataDir' | 'storage'>;

/**
 * The configured PostgreSQL server, or the embedded one in the data directory. When the database or the artifacts are
 * in the data directory, the server locks it, because it removes unfinished uploads there.
 * @throws DataDirectoryInUseError
 */
export async function openDatabase(where: Where): Promise<OpenDatabase> {
  const { database, dataDir } = where;
  if (database.url === undefined) return openEmbedded(dataDir);
  if (!usesDataDirectory(where)) return { server: database.url, close: () => Promise.resolve() };
  const lock = lockDataDirectory(dataDir);
  const close = (): Promise<void> => {
    lock.release();
    return Promise.resolve();
  };
  return { server: database.url, close };
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const embedded = await EmbeddedDatabase.open(dataDir);
  const { connection } = embedded;
  return { server: connection, lendable: connection, close: () => embedded.close() };
}

/** There is no embedded database for a command to use, most likely because its DATA_DIR differs from the server's. */
export class NoDatabaseError extends Error {
  constructor(dataDir: string) {
    super(`there is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as the server has it`);
    this.name = 'NoDatabaseError';
  }
}

/**
 * The same for a short-lived command: when a server runs on the data directory, its database is borrowed.
 * @throws DataDirectoryInUseError when it is in use by something that does not lend it; NoDatabaseError when there is
 * none and the command does not create one.
 */
export async function openOrBorrowDatabase(where: Where, begins: boolean): Promise<OpenDatabase> {
  const { database, dataDir } = where;
  if (database.url !== undefined) return { server: database.url, close: () => Promise.resolve() };
  if (!begins && !EmbeddedDatabase.existsIn(dataDir)) throw new NoDatabaseError(dataDir);
  try {
    return await openEmbedded(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    return borrowDatabase(dataDir).catch((reason: unknown) => {
      throw reason instanceof NoLenderError ? error : reason;
    });
  }
}
