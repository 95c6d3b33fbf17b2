import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DataSource } from 'typeorm';

/**
 * Migrates the database of a product that is not running, and calls `work` with it.
 * @param {{dist: string, folder: string, databaseUrl?: string}} where as for `startProduct`
 * @param {(source: DataSource) => Promise<void>} work
 */
export async function withMigratedDatabase({ dist, folder, databaseUrl }, work) {
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { openDatabase } = await load('storage/database/open-database.js');
  const { dataSourceOptions } = await load('storage/database/data-source-options.js');
  const { migrate } = await load('storage/database/migrate.js');
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({
    dataDir,
    database: { url: databaseUrl },
    storage: { type: 'filesystem' },
  });
  try {
    const target = { server: database.server };
    await migrate(target);
    const source = await new DataSource(
      dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 }),
    ).initialize();
    await work(source);
    await source.destroy();
  } finally {
    await database.close();
  }
}
