import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { EmbeddedStream } from './embedded-stream.js';
import { NamedStatement } from './named-statement.js';

let database: PGlite;
let client: pg.Client;
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL)');
  client = new pg.Client({ stream: () => new EmbeddedStream(database), user: 'postgres' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const run = (name: string, text: string, ...values: unknown[]): Promise<object[]> =>
  new NamedStatement(name, text, values).runOn(client);

describe('NamedStatement', () => {
  it('reads rows as the driver reads them, the first time and afterwards', async () => {
    const text = `SELECT $1::text AS text, NULL AS nothing, 7 AS number, 8::bigint AS big, true AS truth,
                         '2026-01-02T03:04:05Z'::timestamptz AS time, ARRAY['a', 'b,c'] AS list,
                         '{"a":[1]}'::jsonb AS json, '\\x00ff'::bytea AS bytes`;
    const { rows } = await client.query<object>(text, ['ä']);
    for (let time = 0; time < 3; time += 1) expect(await run('types', text, 'ä')).toEqual(rows);
  });

  it('sends values as the driver sends them', async () => {
    const values = ['text', null, undefined, 5, new Date(0), ['a', 'b,"c'], { a: 1 }, Buffer.from([0, 255])];
    const text = `SELECT $1::text, $2::text AS b, $3::text AS c, $4::int AS d, $5::timestamptz AS e, $6::text[] AS f,
                         $7::jsonb AS g, $8::bytea AS h`;
    const { rows } = await client.query<object>(text, values);
    expect(await run('values', text, ...values)).toEqual(rows);
  });

  it('answers no rows, and statements that have none', async () => {
    for (const id of [1, 2]) {
      expect(await run('insert', 'INSERT INTO thing VALUES ($1, $2)', id, 'new')).toEqual([]);
      expect(await run('select', 'SELECT name FROM thing WHERE id = $1', id + 10)).toEqual([]);
      expect(await run('select', 'SELECT name FROM thing WHERE id = $1', id)).toEqual([{ name: 'new' }]);
    }
  });

  it('fails as the driver fails, and works again', async () => {
    const divide = (divisor: number): Promise<object[]> => run('divide', 'SELECT 1 / $1::int AS q', divisor);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(1)).toEqual([{ q: 1 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(-1)).toEqual([{ q: -1 }]);
    await expect(run('wrong', 'SELECT $1 FROM nowhere', 1)).rejects.toMatchObject({ code: '42P01' });
  });

  it('runs on whatever connection a pool has', async () => {
    const pool = new pg.Pool({ stream: () => new EmbeddedStream(database), user: 'postgres', max: 1 });
    const half = (of: unknown): Promise<object[]> =>
      new NamedStatement('half', 'SELECT $1::int / 2 AS half', [of]).runOn(pool);
    for (let time = 0; time < 2; time += 1) {
      expect(await half(8)).toEqual([{ half: 4 }]);
      await expect(half('x')).rejects.toMatchObject({ code: '22P02' });
    }
    await pool.end();
  });

  it('is refused, not misread, when its rows have come to look different', async () => {
    const all = (): Promise<object[]> => run('all', 'SELECT * FROM thing WHERE id = $1', 1);
    expect(await all()).toEqual([{ id: 1, name: 'new' }]);
    await client.query('ALTER TABLE thing DROP COLUMN name');
    await expect(all()).rejects.toMatchObject({ code: '0A000' });
  });
});
