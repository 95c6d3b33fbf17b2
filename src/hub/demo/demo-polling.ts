import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 500;
// Where no process analyzes, the results come later.
const GIVE_UP_MS = 10 * 60_000;

/** Waits until `isDone` says so; false if it does not for a long time. @throws once the signal is aborted */
export async function polled(isDone: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) return false;
    await wait(POLL_MS, undefined, { signal });
  }
  return true;
}
