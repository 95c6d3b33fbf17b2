import type { AppConfig } from '../../config/app-config.js';
import { usesDataDirectory } from '../artifacts/open-artifact-store.js';
import { DataDirectoryInUseError, DataDirectoryLock } from './data-directory-lock.js';
import { EmbeddedDatabase, type OpenDatabase } from './embedded-database.js';
import { borrowDatabase, NoLenderError } from './embedded-loan.js';

type Where = Pick<AppConfig, 'database' | 'dataDir' | 'storage'>;

/**
 * The configured PostgreSQL server, or the embedded one in the data directory. With either of the embedded database and
 * artifact files, the server has that directory to itself: it removes the unfinished uploads that it finds there.
 * @throws DataDirectoryInUseError
 */
export async function openDatabase(where: Where): Promise<OpenDatabase> {
  const { database, dataDir } = where;
  if (database.url === undefined) return openEmbedded(dataDir);
  if (!usesDataDirectory(where)) return { server: database.url, close: () => Promise.resolve() };
  const lock = DataDirectoryLock.acquire(dataDir);
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

/** A command looks for a database that nobody has begun: most likely it was given another place than the server. */
export class NoDatabaseError extends Error {
  constructor(dataDir: string) {
    super(`there is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as the server has it`);
    this.name = 'NoDatabaseError';
  }
}

/**
 * The same for a command that is done in a moment: when a server runs on the data directory, its database is borrowed.
 * @throws DataDirectoryInUseError when it is in use by something that does not lend it; NoDatabaseError when there is
 * none and the command does not begin one.
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
