import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/storage/database/data-source-options.js';
import { MIGRATIONS } from '../../src/storage/database/migrations/index.js';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { startTestApp } from '../support/test-app.js';
import { openTestDatabase } from '../support/test-database.js';

let database: OpenDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  const t = await startTestApp();
  // The entities registered by modules.
  const { entities = [] } = t.app.get(DataSource).options;
  await t.close();
  database = await openTestDatabase();
  dataSource = new DataSource({
    ...dataSourceOptions({ server: database.server, poolSize: 1, statementTimeoutMs: 0 }),
    entities,
  });
  await dataSource.initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.close();
});

const tables = async (): Promise<string[]> => {
  const rows: { name: string }[] = await dataSource.query(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_name <> 'migration' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

describe('entities', () => {
  it('are all registered by their module', () => {
    const files = globSync('src/**/*.entity.ts');
    expect(dataSource.entityMetadatas).toHaveLength(files.length);
  });
});

describe('migrations', () => {
  it('create exactly the tables, columns, keys and indexes that the entities describe', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be reverted, one by one, and run again', async () => {
    const before = await tables();
    expect(before).toContain('registry_version');
    for (const _migration of MIGRATIONS) await dataSource.undoLastMigration({ transaction: 'each' });
    expect(await tables()).toEqual([]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await tables()).toEqual(before);
  });
});
