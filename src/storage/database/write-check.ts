import { UnitOfWork } from './unit-of-work.js';

/** The database takes no changes, although this process has to make some. */
class ReadOnlyDatabaseError extends Error {
  override readonly name = 'ReadOnlyDatabaseError';
  /** The SQLSTATE that a change would fail with. */
  readonly code = '25006';
}

class Undone extends Error {}

// More than the free space of a page: the table has to grow, as tables on a full disk cannot.
const ROWS = 16;
const ROW_BYTES = 4_000;

/** @throws when the database is a standby or read-only; the error of the driver */
export async function requireWritable(uow: UnitOfWork): Promise<void> {
  const [row] = await uow.rows<{ readOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly"`,
  );
  // In a transaction, because the unit of work then closes its connection: the next one may lead to another server.
  if (row?.readOnly === true) {
    await uow.run(() => Promise.reject(new ReadOnlyDatabaseError('the database is read-only')));
  }
}

/**
 * Checks that tables can grow, with rows that are never committed. The caller does so only while the disk is believed to
 * be full, because each time leaves pages for the vacuum.
 * @throws the error of the driver
 */
export async function requireSpace(uow: UnitOfWork): Promise<void> {
  const attempt = uow.run(async () => {
    await uow.rows(
      `INSERT INTO write_check (bytes) SELECT repeat('x', ${ROW_BYTES}) FROM generate_series(1, ${ROWS})`,
    );
    throw new Undone();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
