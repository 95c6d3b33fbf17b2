import type { QueryRunner } from 'typeorm';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';

// Rows of one statement: its locks are held for well under a second.
const BATCH_ROWS = 1_000;

/** An index of a table that exists. */
export interface NewIndex {
  readonly name: string;
  /** The table and what is indexed: `mcp (name_key) WHERE NOT withdrawn`. */
  readonly on: string;
  readonly unique?: boolean;
}

/**
 * Builds an index while others read and write (ADR 111). For migrations with `transaction = false`, which may be repeated:
 * what an attempt that broke off has left is replaced.
 */
export async function buildIndex(runner: QueryRunner, { name, on, unique = false }: NewIndex): Promise<void> {
  // It waits for transactions that are open now, and keeps nobody waiting.
  await runner.query('SET lock_timeout TO 0');
  try {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await runner.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${on}`);
  } finally {
    await runner.query(`SET lock_timeout TO ${LOCK_TIMEOUT_MS}`);
  }
}

/**
 * Repeats a change of rows until none is left, each time in a transaction of its own. For migrations with
 * `transaction = false`, which may be repeated.
 * @param missing the ids of the rows that still need the change: `SELECT id FROM mcp WHERE a IS NULL`
 * @param change of the rows with some ids: `(ids) => \`UPDATE mcp SET a = 1 WHERE id IN (${ids})\``
 * @throws when a changed row still needs the change
 */
export async function inBatches(
  runner: QueryRunner,
  missing: string,
  change: (ids: string) => string,
): Promise<void> {
  let before: unknown;
  for (;;) {
    const rows = (await runner.query(
      `WITH changed AS (${change(`${missing} ORDER BY id LIMIT ${BATCH_ROWS}`)} RETURNING id)
       SELECT id FROM changed ORDER BY id LIMIT 1`,
    )) as { readonly id: unknown }[];
    const [first] = rows;
    if (first === undefined) return;
    if (first.id === before) throw new Error(`the row ${String(first.id)} still needs its change`);
    before = first.id;
  }
}
