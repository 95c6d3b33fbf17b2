import pg from 'pg';
import { eventually } from './stored-artifacts.js';
import type { TestApp } from './test-app.js';

/** Holds the locks of a statement in a transaction of another connection, on PostgreSQL, until `work` releases them. */
export async function withHeldLock<T>(
  t: TestApp,
  statement: string,
  parameters: readonly unknown[],
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const other = new pg.Client({ connectionString: t.config.database.url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(statement, [...parameters]);
    return await work(async () => {
      await other.query('COMMIT');
    });
  } finally {
    await other.end();
  }
}

/** Waits until `count` statements wait for locks. @throws after a minute */
export const untilWaiting = (t: TestApp, count: number): Promise<void> =>
  eventually(async () => {
    const rows = await t.rows(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  });
