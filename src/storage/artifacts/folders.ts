import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ArtifactStoreError } from './artifact-store.js';

const { R_OK, W_OK, X_OK } = constants;

/** Whether a call failed because there is no such file. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Checks that files can be written to a folder, which need not exist yet. It writes none, because a backup may be
 * copying the folder.
 * @throws when it is not writable, the file system is read-only or full, or the signal is aborted
 */
export async function requireRoom(folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await access(folder, R_OK | W_OK | X_OK);
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    await requireRoom(dirname(folder), signal);
    return;
  }
  if ((await statfs(folder)).bavail === 0)
    throw new ArtifactStoreError('the file system is full', { full: true });
}
