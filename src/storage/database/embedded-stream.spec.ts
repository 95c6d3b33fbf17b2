import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { EmbeddedStream, execute } from './embedded-stream.js';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL)');
});
afterAll(() => database.close());

/** Runs `work` on a dedicated connection. */
async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    stream: () => new EmbeddedStream(database),
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const names = (client: pg.Client): Promise<string[]> =>
  client
    .query<{ name: string }>('SELECT name FROM thing ORDER BY id')
    .then(({ rows }) => rows.map(({ name }) => name));

describe('EmbeddedStream', () => {
  it('executes statements with and without parameters, named and unnamed', async () => {
    await connected(async (client) => {
      await client.query('SELECT 1');
      const text = 'SELECT $1::int + 1 AS sum';
      for (const name of [undefined, 'plus', 'plus']) {
        const { rows } = await client.query<{ sum: number }>({ text, values: [41], ...(name && { name }) });
        expect(rows).toEqual([{ sum: 42 }]);
      }
    });
  });

  it('returns rows many times larger than its buffer', async () => {
    await connected(async (client) => {
      const { rows } = await client.query<{ text: string }>(
        `SELECT repeat('x', 10000) AS text FROM generate_series(1, $1)`,
        [500],
      );
      expect(rows).toHaveLength(500);
      expect(rows.every(({ text }) => text.length === 10_000)).toBe(true);
    });
  });

  it('reports the error of a failed statement and executes later ones', async () => {
    await connected(async (client) => {
      const insert = { name: 'insert', text: 'INSERT INTO thing VALUES ($1, $2)' };
      await client.query({ ...insert, values: [1, 'one'] });
      await expect(client.query({ ...insert, values: [1, 'other'] })).rejects.toMatchObject({
        code: '23505',
      });
      await expect(client.query({ ...insert, values: ['no number', 'x'] })).rejects.toMatchObject({
        code: '22P02',
      });
      await expect(client.query('nonsense')).rejects.toMatchObject({ code: '42601' });
      await expect(client.query({ name: 'wrong', text: 'nonsense $1', values: [1] })).rejects.toThrow();
      await client.query({ ...insert, values: [2, 'two'] });
      expect(await names(client)).toEqual(['one', 'two']);
      await client.query('DELETE FROM thing');
    });
  });

  it('resets transactions and prepared statements between connections', async () => {
    const started = { name: 'begun', text: 'INSERT INTO thing VALUES ($1, $2)', values: [3, 'three'] };
    await connected(async (client) => {
      await client.query('BEGIN');
      await client.query(started);
    });
    await connected(async (client) => {
      expect(await names(client)).toEqual([]);
      await client.query(started);
      expect(await names(client)).toEqual(['three']);
      await client.query('DELETE FROM thing');
    });
  });
});

describe('execute', () => {
  it('discards cached plans between the statements of a transaction without disturbing them', async () => {
    await connected(async (client) => {
      const insert = { name: 'insert', text: 'INSERT INTO thing VALUES ($1, $2)' };
      await client.query('BEGIN');
      await client.query({ ...insert, values: [4, 'four'] });
      await database.runExclusive(() => execute(database, 'DISCARD PLANS'));
      await client.query({ ...insert, values: [5, 'five'] });
      await client.query('COMMIT');
      expect(await names(client)).toEqual(['four', 'five']);
      await client.query('DELETE FROM thing');
    });
  });
});
