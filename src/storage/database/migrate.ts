import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options.js';
import { MIGRATIONS } from './migrations/index.js';

/** The database to migrate. */
export type MigrationTarget = Omit<DatabaseTarget, 'poolSize' | 'statementTimeoutMs'>;

// An arbitrary key that no other program uses on the same database; it spells "mcph".
const ADVISORY_LOCK = 0x6d637068;

/** The database has pending migrations. */
export class PendingMigrationsError extends Error {
  constructor() {
    super(
      'the database is not up to date; run the command "migrate" first, or start once with DATABASE_MIGRATE=true and READ_ONLY=false',
    );
    this.name = 'PendingMigrationsError';
  }
}

/** The database has been migrated by a newer version of the program, whose tables this one could misread. */
export class NewerDatabaseError extends Error {
  /** @param migrations that this version does not know */
  constructor(migrations: readonly string[]) {
    super(
      `the database belongs to a newer version of mcp-hub: this one does not know its migrations ${migrations.join(', ')}; ` +
        'run that version or a newer one, or restore a backup from before the upgrade',
    );
    this.name = 'NewerDatabaseError';
  }
}

const KNOWN = new Set<string>(MIGRATIONS.map(({ name }) => name));

/** @throws NewerDatabaseError when the database has migrations that this version does not know */
async function requireKnownMigrations(dataSource: DataSource): Promise<void> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `SELECT to_regclass('migration') IS NOT NULL AS exists`,
  );
  if (!exists) return;
  const done = await dataSource.query<{ name: string }[]>(`SELECT name FROM migration ORDER BY id`);
  const unknown = done.map(({ name }) => name).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

/** @throws PendingMigrationsError when there are pending migrations; NewerDatabaseError */
export async function requireMigrated(target: MigrationTarget): Promise<void> {
  const dataSource = new DataSource(dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  try {
    await requireKnownMigrations(dataSource);
    if (await dataSource.showMigrations()) throw new PendingMigrationsError();
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Runs the pending migrations, in one process at a time, and returns their names. It uses a dedicated connection
 * without a statement timeout, because a migration may take long. @throws NewerDatabaseError
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  try {
    // The pool has one connection, so the lock and the migrations share a session.
    await dataSource.query(`SELECT pg_advisory_lock($1)`, [ADVISORY_LOCK]);
    await requireKnownMigrations(dataSource);
    const done = await dataSource.runMigrations();
    await dataSource.query(`SELECT pg_advisory_unlock($1)`, [ADVISORY_LOCK]);
    return done.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
