import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options.js';

/** The database that is brought up to date. */
export type MigrationTarget = Omit<DatabaseTarget, 'poolSize' | 'statementTimeoutMs'>;

// Any number that no other program uses on the same database; it spells "mcph".
const ADVISORY_LOCK = 0x6d637068;

/** The database has not been brought up to date. */
export class PendingMigrationsError extends Error {
  constructor() {
    super(
      'the database is not up to date; run the command "migrate" first, or start once with DATABASE_MIGRATE=true and READ_ONLY=false',
    );
    this.name = 'PendingMigrationsError';
  }
}

/** @throws PendingMigrationsError when there are migrations that have not run yet. */
export async function requireMigrated(target: MigrationTarget): Promise<void> {
  const dataSource = new DataSource(dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  try {
    if (await dataSource.showMigrations()) throw new PendingMigrationsError();
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Runs the migrations that have not run yet, one process at a time, and answers their names. It uses a connection of its
 * own without a statement timeout: a migration may take long.
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  try {
    // The pool has one connection, so the lock and the migrations share a session.
    await dataSource.query(`SELECT pg_advisory_lock($1)`, [ADVISORY_LOCK]);
    const done = await dataSource.runMigrations();
    await dataSource.query(`SELECT pg_advisory_unlock($1)`, [ADVISORY_LOCK]);
    return done.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
