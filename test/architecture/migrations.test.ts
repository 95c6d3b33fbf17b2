import { randomUUID } from 'node:crypto';
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

async function hasColumn(table: string, column: string): Promise<boolean> {
  const rows: unknown[] = await dataSource.query(
    'SELECT FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
    [table, column],
  );
  return rows.length > 0;
}

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

  it('fill the columns by which the catalog is filtered for the MCPs that exist', async () => {
    while (await hasColumn('mcp', 'latest_score'))
      await dataSource.undoLastMigration({ transaction: 'each' });
    const [id, commit] = [randomUUID(), 'a'.repeat(40)];
    await dataSource.query(
      `INSERT INTO mcp (id, name, name_key, repo_url, repo_key, source_path, license, visibility, origin, created_at, updated_at)
       VALUES ($1, 'acme/files', 'acme/files', 'https://github.com/acme/files', 'github.com/acme/files', '', 'MIT', 'public',
               'community', now(), now())`,
      [id],
    );
    await dataSource.query(
      `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, status, global_score, certification_level, created_at,
                                updated_at)
       VALUES ($1, $2, 'commit-aaaaaaa-20260101', $3, 'CERTIFIED', 82, 2, now(), now())`,
      [randomUUID(), id, commit],
    );
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await dataSource.query('SELECT latest_score, latest_level FROM mcp')).toEqual([
      { latest_score: 82, latest_level: 2 },
    ]);
    await dataSource.query('DELETE FROM mcp_version');
    await dataSource.query('DELETE FROM mcp');
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
