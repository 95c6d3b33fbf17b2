import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import type { MigrationTarget } from './migrate.js';

/** Runs a statement. */
export type Query = <T>(sql: string, parameters: readonly unknown[]) => Promise<T[]>;

/** Runs `work` on a database as it is, whatever version of the program it belongs to: nothing is migrated. */
export async function readAsIs(
  target: MigrationTarget,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  const options = dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 });
  const dataSource = new DataSource(options);
  await dataSource.initialize();
  try {
    await work((sql, parameters) => dataSource.query(sql, [...parameters]));
  } finally {
    await dataSource.destroy();
  }
}
