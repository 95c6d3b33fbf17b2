import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another process uses the data directory. */
export class DataDirectoryInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `${dataDir} is in use by another mcp-hub process; stop that one first, or choose another folder with DATA_DIR`,
    );
    this.name = 'DataDirectoryInUseError';
  }
}

/**
 * Locks a data directory against a second process. Node has no file locks, but its built-in SQLite takes one that the
 * operating system releases however the process ends: there are no stale locks, and containers that share a volume see
 * each other's. See ADR 5.
 */
export class DataDirectoryLock {
  private constructor(private readonly database: DatabaseSync) {}

  /** @throws DataDirectoryInUseError when another process holds it. */
  static acquire(dataDir: string): DataDirectoryLock {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      const { errcode } = error as { errcode?: unknown };
      throw errcode === SQLITE_BUSY ? new DataDirectoryInUseError(dataDir) : error;
    }
    return new DataDirectoryLock(database);
  }

  release(): void {
    this.database.close();
  }
}
