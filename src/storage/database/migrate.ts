import { DataSource } from 'typeorm';
import { withBriefLocks } from './brief-locks.js';
import { dataSourceOptions, type DatabaseTarget } from './data-source-options.js';
import { databaseFaults, readDatabaseFacts, UnmetRequirementsError } from './database-requirements.js';
import { sharesConnections } from './pooled-transactions.js';
import { MIGRATIONS } from './migrations/index.js';
import { LOCK_TIMEOUT_MS } from './lock-timeout.js';

/** The database to migrate. */
export type MigrationTarget = Pick<DatabaseTarget, 'server'>;

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

/**
 * The names of the migrations that have not run.
 * @throws NewerDatabaseError when the database has migrations that this version does not know
 */
async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `SELECT to_regclass('migration') IS NOT NULL AS exists`,
  );
  const rows = exists
    ? await dataSource.query<{ name: string }[]>(`SELECT name FROM migration ORDER BY id`)
    : [];
  const done = new Set(rows.map(({ name }) => name));
  const unknown = [...done].filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return [...KNOWN].filter((name) => !done.has(name));
}

/** Opens a database on a connection of its own, without a statement timeout, because a migration may take long. */
async function withDatabase<T>(
  target: MigrationTarget,
  use: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource(
    dataSourceOptions({ ...target, poolSize: 1, statementTimeoutMs: 0, lockTimeoutMs: LOCK_TIMEOUT_MS }),
  );
  await dataSource.initialize();
  try {
    return await use(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

const POOLED_TRANSACTIONS =
  'a pooler lends connections for single transactions: set pool_mode = session for this database in PgBouncer, or name PostgreSQL itself in DATABASE_URL';

/** What this process may do with the database. */
export interface Permissions {
  /** Whether it runs pending migrations. */
  readonly migrate: boolean;
  readonly write: boolean;
}

async function faultsOf(
  dataSource: DataSource,
  { server }: MigrationTarget,
  may: Permissions,
): Promise<string[]> {
  const facts = await readDatabaseFacts(dataSource);
  const migrates = may.migrate && facts.readsMigrations && (await pendingMigrations(dataSource)).length > 0;
  return [
    ...(typeof server === 'string' && (await sharesConnections(server)) ? [POOLED_TRANSACTIONS] : []),
    ...databaseFaults(facts, { migrates, writes: may.write }),
  ];
}

/**
 * What keeps the server from running on a database, one line per fault.
 * @throws NewerDatabaseError
 */
export const faultsOfDatabase = (target: MigrationTarget, may: Permissions): Promise<string[]> =>
  withDatabase(target, (dataSource) => faultsOf(dataSource, target, may));

/** @throws PendingMigrationsError when there are pending migrations; NewerDatabaseError */
export const requireMigrated = (target: MigrationTarget): Promise<void> =>
  withDatabase(target, async (dataSource) => {
    if ((await pendingMigrations(dataSource)).length > 0) throw new PendingMigrationsError();
  });

/**
 * Runs the pending migrations, in one process at a time, and returns their names. None waits long for a table that others
 * use, because everybody who comes later would wait behind it (ADR 111).
 * @param report gets a line for each time that somebody keeps the migrations waiting
 * @throws NewerDatabaseError; UnmetRequirementsError before the first migration; LockedOutError
 */
export const migrate = (target: MigrationTarget, report: (line: string) => void): Promise<string[]> =>
  withDatabase(target, (dataSource) =>
    withBriefLocks(dataSource, target.server, report, async (attempts) => {
      // The pool has one connection, so the lock and the migrations share a session.
      await attempts.patiently(() => dataSource.query(`SELECT pg_advisory_lock($1)`, [ADVISORY_LOCK]));
      const pending = await pendingMigrations(dataSource);
      // Without any, the user needs no right to create tables.
      if (pending.length > 0) {
        const faults = await faultsOf(dataSource, target, { migrate: true, write: true });
        if (faults.length > 0) throw new UnmetRequirementsError(faults);
        await attempts.briefly(() => dataSource.runMigrations());
      }
      await dataSource.query(`SELECT pg_advisory_unlock($1)`, [ADVISORY_LOCK]);
      return pending;
    }),
  );
