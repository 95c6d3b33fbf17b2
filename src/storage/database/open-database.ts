import type { AppConfig } from '../../config/app-config.js';
import { EmbeddedDatabase, type EmbeddedConnection } from './embedded-database.js';

/** An open way to the database, to be closed at the end. */
export interface OpenDatabase {
  readonly server: string | EmbeddedConnection;
  close(): Promise<void>;
}

/** The configured PostgreSQL server, or the embedded one in the data directory. @throws DataDirectoryInUseError */
export async function openDatabase({
  database,
  dataDir,
}: Pick<AppConfig, 'database' | 'dataDir'>): Promise<OpenDatabase> {
  if (database.url !== undefined) return { server: database.url, close: () => Promise.resolve() };
  const embedded = await EmbeddedDatabase.open(dataDir);
  return { server: embedded.connection, close: () => embedded.close() };
}
