import type { AppConfig } from '../../config/app-config.js';
import { DataDirectoryInUseError } from './data-directory-lock.js';
import { EmbeddedDatabase, type OpenDatabase } from './embedded-database.js';
import { borrowDatabase, NoLenderError } from './embedded-loan.js';

type Where = Pick<AppConfig, 'database' | 'dataDir'>;

/** The configured PostgreSQL server, or the embedded one in the data directory. @throws DataDirectoryInUseError */
export async function openDatabase({ database, dataDir }: Where): Promise<OpenDatabase> {
  if (database.url !== undefined) return { server: database.url, close: () => Promise.resolve() };
  const embedded = await EmbeddedDatabase.open(dataDir);
  return { server: embedded.connection, close: () => embedded.close() };
}

/**
 * The same for a command that is done in a moment: when a server runs on the data directory, its database is borrowed.
 * @throws DataDirectoryInUseError when it is in use by something that does not lend it.
 */
export async function openOrBorrowDatabase(where: Where): Promise<OpenDatabase> {
  try {
    return await openDatabase(where);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    return borrowDatabase(where.dataDir).catch((reason: unknown) => {
      throw reason instanceof NoLenderError ? error : reason;
    });
  }
}
