import { expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../../src/storage/database/data-source-options.js';
import { buildIndex, inBatches } from '../../../src/storage/database/online-migrations.js';
import { openTestDatabase } from '../../support/test-database.js';

const ROWS = 2_500;

async function withRunner(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const database = await openTestDatabase();
  const dataSource = new DataSource(
    dataSourceOptions({ server: database.server, poolSize: 1, statementTimeoutMs: 0 }),
  );
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('CREATE TABLE many (id integer PRIMARY KEY, value text)');
    await runner.query(`INSERT INTO many SELECT generate_series(1, ${ROWS})`);
    await work(runner);
  } finally {
    await runner.query('DROP TABLE many');
    await runner.release();
    await dataSource.destroy();
    await database.close();
  }
}

const count = async (runner: QueryRunner, condition: string): Promise<number> => {
  const [row] = (await runner.query(`SELECT count(*)::integer AS count FROM many WHERE ${condition}`)) as {
    count: number;
  }[];
  return row?.count ?? 0;
};

it('a change in batches that never ends is an error', () =>
  withRunner(async (runner) => {
    const change = (ids: string): string => `UPDATE many SET value = NULL WHERE id IN (${ids})`;
    await expect(inBatches(runner, 'SELECT id FROM many WHERE value IS NULL', change)).rejects.toThrow(
      'the row 1 still needs its change',
    );
  }));

it('a change in batches reaches every row, and may be repeated', () =>
  withRunner(async (runner) => {
    for (const _time of [1, 2]) {
      const change = (ids: string): string => `UPDATE many SET value = 'x' WHERE id IN (${ids})`;
      await inBatches(runner, 'SELECT id FROM many WHERE value IS NULL', change);
      expect(await count(runner, `value = 'x'`)).toBe(ROWS);
    }
  }));

it('an index replaces what an attempt that broke off has left', () =>
  withRunner(async (runner) => {
    await runner.query(`UPDATE many SET value = 'twice' WHERE id < 3`);
    const index = { name: 'many_value_key', on: 'many (value)', unique: true };
    await expect(buildIndex(runner, index)).rejects.toMatchObject({ driverError: { code: '23505' } });
    await runner.query(`UPDATE many SET value = NULL WHERE id = 2`);
    await buildIndex(runner, index);
    const [built] = (await runner.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'many_value_key'::regclass`,
    )) as { valid: boolean }[];
    expect(built).toEqual({ valid: true });
  }));
