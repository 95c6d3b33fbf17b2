import { readFileSync } from 'node:fs';

/** How much longer than its limit an analysis may take on a machine whose processors are busy with other work. */
const MAX_STRETCH = 10;

/** A longer time between two looks at the clock may be a pause of the machine, or of the process. */
const LONGEST_STEP = 1000;

/** What the main thread of a process has done since it started, in milliseconds. */
interface Activity {
  readonly ran: number;
  /** How long it was ready, but had no processor. */
  readonly waited: number;
}

/** On Linux; other systems do not say. */
function activityOf(pid: number | 'self'): Activity | undefined {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return undefined;
  }
}

/**
 * A clock of a process that does not count the time that it has waited for a processor: other programs on the machine then do not
 * decide where an analysis ends. It never runs slower than a tenth of the wall clock. Nor does it count pauses, in which neither
 * the process nor this one runs; so it must be read more often than once a second.
 */
export function activeClock(
  pid: number | 'self',
  now: () => number = () => performance.now(),
  activity: (pid: number | 'self') => Activity | undefined = activityOf,
): () => number {
  let last = now();
  let before = activity(pid);
  let [wall, waited] = [0, 0];
  return () => {
    const time = now();
    const current = activity(pid);
    const step = time - last;
    last = time;
    if (before === undefined || current === undefined) wall += step;
    else {
      const inStep = Math.max(0, current.waited - before.waited);
      wall += Math.min(step, Math.max(LONGEST_STEP, current.ran - before.ran + inStep));
      waited += inStep;
    }
    before = current ?? before;
    return Math.max(wall - waited, wall / MAX_STRETCH);
  };
}
