const RUNS = 5;
const TIMES = 4;
/** Shorter times are noise and count as this. */
const LEAST_MS = 1;

/** The minimum CPU time of some work in several runs, in milliseconds: other load only adds time. */
function leastTime(work: () => void): number {
  let milliseconds = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    milliseconds = Math.min(milliseconds, (user + system) / 1000);
  }
  return Math.max(LEAST_MS, milliseconds);
}

/** More than this is not linear growth, even on a busy machine: quadratic growth would be four. */
export const IN_PROPORTION = 3;

/** The number of measurements when the growth looks more than linear. */
const TRIES = 3;

/**
 * The growth of the time of some work: the time for four times as much, divided by four times the time. One is linear, four is
 * quadratic. On a busy machine, longer work is disturbed more: only growth that is too high every time counts.
 * @param work is called with the amount of work
 * @param much enough to take a millisecond or more
 */
export function growth(work: (much: number) => void, much: number): number {
  let least = Infinity;
  for (let left = TRIES; left > 0 && least >= IN_PROPORTION; left -= 1) {
    const less = leastTime(() => work(much));
    least = Math.min(least, leastTime(() => work(much * TIMES)) / less / TIMES);
  }
  return least;
}

/** A string of a given length, made from a repeated piece. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));
