import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o700;
/** What others may do with a file. */
const OTHERS = 0o077;

/** A path that is not a file of its user alone. The message says what to do. */
export class UnsafeFile extends Error {}

/**
 * Reads a file that only its owner may read and change.
 * @returns undefined if there is none
 * @throws UnsafeFile; errors of the system
 */
export function readPrivateFile(path: string, maxBytes: number): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > maxBytes) throw new UnsafeFile(`${path} is no file of mcp-hub`);
  // Windows has no such modes: a user's folder is private there.
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0)
    throw new UnsafeFile(`others may read ${path}; run: chmod 600 ${path}`);
  if (process.getuid !== undefined && found.uid !== process.getuid())
    throw new UnsafeFile(`${path} belongs to another user`);
  return readFileSync(path);
}

/** Files that this process has written. */
let written = 0;

/** Replaces a file at once, so that no reader and no crash sees half of it. Only its owner may read it. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  if (process.platform !== 'win32') chmodSync(folder, OWNER_ONLY);
  written += 1;
  const temporary = `${path}.${process.pid}-${process.hrtime.bigint()}-${written}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
