/**
 * Ends its process when the parent is gone or has missed the deadline: a parent that was killed or is busy enforces no limits. A
 * program started by `runIsolated` must import this module first. It runs in a thread of its own, since the main thread may be in
 * an infinite loop.
 */
import { isMainThread, Worker } from 'node:worker_threads';
import { activeClock } from './active-time.js';

/** The interval of checks, in milliseconds. */
const INTERVAL = 250;
/** A healthy parent ends the process by then and reports why. */
const GRACE = 1000;

function watch(time: number, parent: number): void {
  const clock = activeClock('self');
  setInterval(() => {
    // `process.exit` would end this thread alone.
    if (process.ppid !== parent || clock() > time + GRACE) process.kill(process.pid, 'SIGKILL');
  }, INTERVAL);
}

if (isMainThread) {
  // Terminals and service managers send these to all processes at once. Whether the analysis ends is for the parent to say.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    // It allocates almost nothing.
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  }).unref();
} else watch(Number(process.argv[2]), Number(process.argv[3]));
