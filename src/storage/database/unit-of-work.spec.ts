import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { connectionPool } from './connection-pool.js';
import { dataSourceOptions } from './data-source-options.js';
import { EmbeddedStream } from './embedded-stream.js';
import { UnitOfWork } from './unit-of-work.js';

let database: PGlite;
let dataSource: DataSource;
let uow: UnitOfWork;
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL)');
  const stream = () => new EmbeddedStream(database);
  const server = { host: '/nowhere', user: 'postgres', database: 'postgres', stream };
  dataSource = new DataSource(dataSourceOptions({ server, poolSize: 1, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  uow = new UnitOfWork(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.close();
});

describe('the connection pool of a data source', () => {
  it('is the one that TypeORM uses', async () => {
    const pool = connectionPool(dataSource);
    expect(pool).toBeInstanceOf(pg.Pool);
    await dataSource.query('SELECT 1');
    expect(uow.load).toEqual({ open: pool.totalCount, used: 0, waiting: 0, max: 1 });
  });
});

describe('rows of a statement', () => {
  it('are the same before and after the statement is prepared', async () => {
    const sql = `SELECT $1::text AS text, NULL AS nothing, 7 AS number, 8::bigint AS big, true AS truth,
                        '2026-01-02T03:04:05Z'::timestamptz AS time, ARRAY['a', 'b,c'] AS list,
                        '{"a":[1]}'::jsonb AS json, '\\x00ff'::bytea AS bytes`;
    const row = {
      ...{ text: 'ä', nothing: null, number: 7, big: '8', truth: true, list: ['a', 'b,c'], json: { a: [1] } },
      ...{ time: new Date('2026-01-02T03:04:05Z'), bytes: Buffer.from([0, 255]) },
    };
    for (let time = 0; time < 3; time += 1) expect(await uow.rows(sql, ['ä'])).toEqual([row]);
    const prepared = await uow.rows(`SELECT name FROM pg_prepared_statements WHERE statement = $1`, [sql]);
    expect(prepared).toHaveLength(1);
  });

  it('are empty when nothing matches and for a statement without a result', async () => {
    for (const id of [1, 2]) {
      expect(await uow.rows('INSERT INTO thing VALUES ($1, $2)', [id, 'new'])).toEqual([]);
      expect(await uow.rows('SELECT name FROM thing WHERE id = $1', [id + 10])).toEqual([]);
      expect(await uow.row('SELECT name FROM thing WHERE id = $1', [id])).toEqual({ name: 'new' });
    }
  });

  it('are those of the running transaction', async () => {
    const count = () => uow.row<{ n: number }>('SELECT count(*)::int AS n FROM thing WHERE id > $1', [2]);
    const work = uow.run(async () => {
      await uow.rows('INSERT INTO thing VALUES ($1, $2)', [3, 'taken back']);
      expect(await count()).toEqual({ n: 1 });
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await count()).toEqual({ n: 0 });
  });

  it('are not returned by a failed statement, which does not disturb later ones', async () => {
    const divide = (divisor: unknown) => uow.rows('SELECT 1 / $1::int AS q', [divisor]);
    for (let time = 0; time < 2; time += 1) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect(await divide(1)).toEqual([{ q: 1 }]);
      await expect(divide('x')).rejects.toMatchObject({ code: '22P02' });
    }
    await expect(uow.rows('SELECT $1 FROM nowhere', [1])).rejects.toMatchObject({ code: '42P01' });
  });

  it('are refused, not misread, when the shape of the result has changed', async () => {
    const all = () => uow.rows('SELECT * FROM thing WHERE id = $1', [1]);
    await expect(
      uow.run(async () => {
        expect(await all()).toEqual([{ id: 1, name: 'new' }]);
        await uow.rows('ALTER TABLE thing DROP COLUMN name');
        await all();
      }),
    ).rejects.toMatchObject({ code: '0A000' });
  });
});

describe('a hook after the commit', () => {
  it('runs once the changes are visible, in the order of the calls, also of joined transactions', async () => {
    const order: string[] = [];
    await uow.run(async () => {
      uow.afterCommit(() => order.push(`outer ${uow.inTransaction}`));
      await uow.run(() => {
        uow.afterCommit(() => order.push('inner'));
        return Promise.resolve();
      });
      order.push('work');
    });
    expect(order).toEqual(['work', 'outer false', 'inner']);
  });

  it('never runs after a rollback', async () => {
    let ran = false;
    const work = uow.run(() => {
      uow.afterCommit(() => (ran = true));
      return Promise.reject(new Error('no'));
    });
    await expect(work).rejects.toThrow('no');
    expect(ran).toBe(false);
  });

  it('runs at once without a transaction', () => {
    let ran = false;
    uow.afterCommit(() => (ran = true));
    expect(ran).toBe(true);
  });
});
