import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The program of the child process. */
const PROGRAM = new URL('./embedded-initializer.js', import.meta.url);
const MAX_ERRORS = 64 * 1024;

/** The folder of the embedded database cannot be created, or contains something else. */
export class InitializationError extends Error {
  override readonly name = 'InitializationError';
}

/**
 * Initializes the data directory of an embedded database unless `folder` is one already. Initialization takes a quarter
 * of a gigabyte of memory that a process would keep, so a child process does it and exits. The folder appears
 * atomically, and leftovers of interrupted attempts are removed. The caller must hold the lock of the data directory.
 * @throws InitializationError
 */
export async function initializeEmbedded(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new InitializationError(
      `${folder} holds files, but no database; move them away, or choose another folder with DATA_DIR`,
    );
  }
  const unfinished = `${basename(folder)}-new-`;
  for (const name of await readdir(dirname(folder))) {
    // Its process may not have exited yet and may still write to it.
    if (name.startsWith(unfinished)) await remove(join(dirname(folder), name)).catch(() => undefined);
  }
  const made = await mkdtemp(join(dirname(folder), unfinished));
  try {
    await initialize(made);
    await rename(made, folder);
  } catch (error) {
    await remove(made);
    throw error;
  }
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

async function initialize(folder: string): Promise<void> {
  const child = fork(PROGRAM, [folder], {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const errors = errorsOf(child);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code === 0) return;
  const how = signal ?? `exit code ${code ?? 'unknown'}`;
  throw new InitializationError(
    `the embedded database could not be initialized (${how})\n${errors()}`.trim(),
  );
}

/** The tail of a process's standard error. */
function errorsOf({ stderr }: ChildProcess): () => string {
  let errors = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERRORS);
  });
  return () => errors;
}
