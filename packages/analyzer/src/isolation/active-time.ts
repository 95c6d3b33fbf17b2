import { readFileSync } from 'node:fs';

/** How much longer than its limit an analysis may take on a machine whose processors are busy with other work. */
const MAX_STRETCH = 10;

/**
 * The time that the main thread of a process has waited for a processor, in milliseconds, on Linux. Other systems do not say, and
 * count as idle.
 */
function waitedFor(pid: number | 'self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * A clock of a process that does not count the time that it has waited for a processor: other programs on the machine then do not
 * decide where an analysis ends. It never runs slower than a tenth of the wall clock.
 */
export function activeClock(pid: number | 'self'): () => number {
  const start = performance.now();
  const before = waitedFor(pid);
  return () => {
    const wall = performance.now() - start;
    return Math.max(wall - Math.max(0, waitedFor(pid) - before), wall / MAX_STRETCH);
  };
}
