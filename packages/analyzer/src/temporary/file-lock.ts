import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * An exclusive lock on a file. Node has no file locks, but its built-in SQLite takes one that the operating system releases
 * however the process ends: there are no stale locks, and containers that share a volume see each other's. See ADR 5.
 */
export class FileLock {
  private constructor(private readonly database: DatabaseSync) {}

  /**
   * Takes the lock, and creates the file if it is missing.
   * @returns undefined when it is taken, by this process or another one
   * @throws when its folder is missing or may not be written to, or its file system has no locks
   */
  static tryAcquire(path: string): FileLock | undefined {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      const { errcode } = error as { errcode?: unknown };
      if (errcode === SQLITE_BUSY) return undefined;
      throw error;
    }
    return new FileLock(database);
  }

  release(): void {
    this.database.close();
  }
}
