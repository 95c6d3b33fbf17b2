import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '@mcp-hub/analyzer/temporary';

/** Another process uses the data directory. */
export class DataDirectoryInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `${dataDir} is in use by another mcp-hub process; stop that one first, or choose another folder with DATA_DIR`,
    );
    this.name = 'DataDirectoryInUseError';
  }
}

/** Locks a data directory against a second process (ADR 5). @throws DataDirectoryInUseError when another one has it */
export function lockDataDirectory(dataDir: string): FileLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = FileLock.tryAcquire(join(dataDir, 'lock'));
  if (lock === undefined) throw new DataDirectoryInUseError(dataDir);
  return lock;
}
