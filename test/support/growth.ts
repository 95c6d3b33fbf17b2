const RUNS = 5;
const TIMES = 4;
/** Less is noise, and taken for this much. */
const LEAST_MS = 1;

/** The least CPU time that some work has taken in several runs, in milliseconds: whatever else happens only adds. */
function least(work: () => void): number {
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

/**
 * How the time of some work grows: what four times as much of it takes, divided by four times what it takes. One is in
 * proportion, four is its square.
 * @param work is given how much to do
 * @param much enough to take a millisecond or more
 */
export function growth(work: (much: number) => void, much: number): number {
  const less = least(() => work(much));
  return least(() => work(much * TIMES)) / less / TIMES;
}

/** A text of a length, made of the same piece over and over. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));
