/**
 * Ends its process when the parent is gone or has let the time pass: a parent that was killed, or that is busy itself, bounds
 * nothing any more. To be imported before all else by a program that `runIsolated` starts. It watches in a thread of its
 * own, since the main one may be in a loop without end.
 */
import { isMainThread, Worker } from 'node:worker_threads';

/** How often it looks, in milliseconds. */
const INTERVAL = 250;
/** A parent that is well ends the process in time, and says why. */
const GRACE = 1000;

function watch(time: number, parent: number): void {
  const end = performance.now() + time + GRACE;
  setInterval(() => {
    // `process.exit` would end this thread alone.
    if (process.ppid !== parent || performance.now() > end) process.kill(process.pid, 'SIGKILL');
  }, INTERVAL);
}

if (isMainThread)
  new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    // It makes next to nothing.
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  }).unref();
else watch(Number(process.argv[2]), Number(process.argv[3]));
