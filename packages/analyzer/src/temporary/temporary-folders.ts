import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from './file-lock.js';

// Short, because a folder in it has a Unix socket, whose path is limited to about a hundred bytes.
const OF_PROCESS = /^mcp-hub-run-\w{6}$/;
const LEFT = /^mcp-hub-left-\w{6}$/;
const MAX_ATTEMPTS = 10;
// Cleaners of the system remove what nobody has touched for days.
const TOUCH_EVERY_MS = 3_600_000;

const lockOf = (folder: string): string => join(folder, 'lock');

/** The folder that has all temporary folders of this process. Its lock says whether the process still runs. */
interface ProcessFolder {
  readonly path: string;
  readonly lock: FileLock;
  readonly touching: NodeJS.Timeout;
}

/** The temporary folders of this process. */
class OwnFolders {
  private current: ProcessFolder | undefined;
  private opening: Promise<ProcessFolder> | undefined;
  private readonly atExit = (): void => this.remove();

  async make(purpose: string): Promise<string> {
    if (this.current !== undefined && !existsSync(lockOf(this.current.path))) this.forget();
    this.opening ??= this.open();
    try {
      const { path } = await this.opening;
      return await mkdtemp(join(path, `${purpose}-`));
    } catch (error) {
      if (this.current === undefined) this.opening = undefined;
      throw error;
    }
  }

  remove(): void {
    if (this.current === undefined) return;
    rmSync(this.current.path, { recursive: true, force: true });
    this.forget();
  }

  private async open(): Promise<ProcessFolder> {
    this.current = await openFolder();
    process.once('exit', this.atExit);
    return this.current;
  }

  private forget(): void {
    clearInterval(this.current?.touching);
    this.current?.lock.release();
    this.current = undefined;
    this.opening = undefined;
    process.off('exit', this.atExit);
  }
}

const OWN = new OwnFolders();

/**
 * A new folder of this user alone, for temporary files. The caller removes it; what it leaves is removed when the process
 * ends, or by the next process if this one is killed.
 * @param purpose the beginning of its name
 */
export const temporaryFolder = (purpose: string): Promise<string> => OWN.make(purpose);

/** Removes all temporary folders of this process. Happens by itself when it ends, but not by a signal. */
export const removeOwnFolders = (): void => OWN.remove();

/**
 * Removes the temporary folders of this user's processes that were killed, whoever they were, and returns their number. Those of
 * processes that run are locked; process ids say nothing about that, because containers that share a folder have equal ones.
 * Never rejects: what cannot be removed now stays for the next process.
 */
export async function removeLeftFolders(): Promise<number> {
  const parent = tmpdir();
  let count = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const isLeft = LEFT.test(name);
    if (!isLeft && !OF_PROCESS.test(name)) continue;
    const path = join(parent, name);
    const removed = isLeft ? removeIfOwned(path) : removeIfEnded(path);
    if (await removed.catch(() => false)) count += 1;
  }
  return count;
}

/** Removes what killed processes have left, and opens the folder of this one. */
async function openFolder(): Promise<ProcessFolder> {
  await removeLeftFolders();
  for (let attempt = 1; ; attempt += 1) {
    const path = await mkdtemp(join(tmpdir(), 'mcp-hub-run-'));
    const lock = ownLockIn(path);
    if (lock !== undefined) return keep(path, lock);
    if (attempt === MAX_ATTEMPTS) throw new Error(`cannot lock a folder in ${tmpdir()}`);
  }
}

/** Undefined if another process took the folder for one that was left, because it was not locked yet. */
function ownLockIn(folder: string): FileLock | undefined {
  let lock: FileLock | undefined;
  try {
    lock = FileLock.tryAcquire(lockOf(folder));
  } catch (error) {
    if (existsSync(folder)) throw error;
  }
  if (lock === undefined || existsSync(lockOf(folder))) return lock;
  lock.release();
  return undefined;
}

function keep(path: string, lock: FileLock): ProcessFolder {
  const touch = (): void => {
    const now = new Date();
    utimes(lockOf(path), now, now).catch(() => undefined);
  };
  return { path, lock, touching: setInterval(touch, TOUCH_EVERY_MS).unref() };
}

/** Others may create folders here: what they have made is not touched. */
async function isOwned(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

async function removeIfOwned(path: string): Promise<boolean> {
  if (!(await isOwned(path))) return false;
  // Children of the killed process may still write for a moment.
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

async function removeIfEnded(path: string): Promise<boolean> {
  if (!(await isOwned(path))) return false;
  const lock = FileLock.tryAcquire(lockOf(path));
  if (lock === undefined) return false;
  try {
    // Renamed first: its process may just be creating it, and must not lock a folder that is being removed.
    const left = path.replace('mcp-hub-run-', 'mcp-hub-left-');
    await rename(path, left);
    return await removeIfOwned(left);
  } finally {
    lock.release();
  }
}
