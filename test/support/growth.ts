const RUNS = 5;
const TIMES = 4;

/** Shorter times are noise, and taken for this one. */
const LEAST_MS = 1;

/** The shortest of several runs, in milliseconds: whatever else the machine does only adds. */
function shortest(work: () => void): number {
  let least = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return Math.max(LEAST_MS, least);
}

/**
 * How the time of some work grows: four times as much of it in as many times as long, divided by four. One is in
 * proportion, four is its square; beyond two, `expect` should complain.
 * @param work is given how much to do
 * @param much enough to take a millisecond or more, so that a clock can tell
 */
export function growth(work: (much: number) => void, much: number): number {
  const less = shortest(() => work(much));
  return shortest(() => work(much * TIMES)) / less / TIMES;
}

/** A text of a length, made of the same piece over and over. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));
