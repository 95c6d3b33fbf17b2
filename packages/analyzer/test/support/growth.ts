const RUNS = 5;
const TIMES = 4;
/** Less is noise, and taken for this much. */
const LEAST_MS = 1;

/** The least CPU time that some work has taken in several runs, in milliseconds: whatever else happens only adds. */
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

/** More than this is no growth in proportion, whatever else the machine does: of a square it would be four. */
export const IN_PROPORTION = 3;

/** So often it is measured anew where it looks like more than in proportion. */
const TRIES = 3;

/**
 * How the time of some work grows: what four times as much of it takes, divided by four times what it takes. One is in
 * proportion, four is its square. On a busy machine the longer work is disturbed more: what is too much has to be so each time.
 * @param work is given how much to do
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

/** A text of a length, made of the same piece over and over. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));
