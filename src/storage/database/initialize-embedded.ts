import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The program that initializes a folder. */
const PROGRAM = new URL('./embedded-initializer.js', import.meta.url);
const MAX_ERRORS = 64 * 1024;

/** The folder of the embedded database cannot be made, or is something else. */
export class InitializationError extends Error {
  override readonly name = 'InitializationError';
}

/**
 * Makes the data directory of an embedded database, unless `folder` is one already. That takes a quarter of a gigabyte,
 * which a process keeps; so another process does it and ends. The folder appears whole or not at all: what a process that
 * was ended has left beside it is removed. The caller has the folder to itself. @throws InitializationError
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
    // Its process may still be about to end, and write into it meanwhile.
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

/** The end of what a process writes to its standard error. */
function errorsOf({ stderr }: ChildProcess): () => string {
  let errors = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERRORS);
  });
  return () => errors;
}
