// The folder for the temporary files of a test run.
import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Shared memory of Linux. Tests create and delete tens of thousands of files, which takes a disk a tenth of their time.
const MEMORY = '/dev/shm';
// A run needs less than one.
const ROOM_GIB = 4;
const GIB = 2 ** 30;

const PREFIX = 'mcp-hub-tests-';
const LEFT_BY = new RegExp(`^${PREFIX}(\\d+)-`);

/** Memory where there is enough of it and programs can be executed from it; otherwise the system's temporary folder. */
function parent() {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const [, available] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'));
    const fits = Math.min(bavail * bsize, (available * 1024) / 2) >= ROOM_GIB * GIB;
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const [, , , options = 'noexec'] = mounts.findLast(([, path]) => path === MEMORY) ?? [];
    return fits && !options.split(',').includes('noexec') ? MEMORY : tmpdir();
  } catch {
    // Not Linux, or without it.
    return tmpdir();
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Creates the folder, and removes those of runs that were killed. */
export async function makeTemporaryFolder() {
  const folder = parent();
  for (const name of readdirSync(folder)) {
    const [, pid] = LEFT_BY.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // Those of other users stay.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
  return mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
}
