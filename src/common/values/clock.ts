/** By how many milliseconds the clock of the database is ahead of this process's; of all applications of a process. */
let ahead = 0;

/**
 * Milliseconds since 1970 by the clock of the database. Whatever is stored, or compared with what is stored, is this time and not
 * that of the process, which may be wrong (ADR 112). Durations within a process are measured with `performance.now()`.
 */
export const currentTime = (): number => Date.now() + ahead;

/** The same as a date. */
export const currentDate = (): Date => new Date(currentTime());

/** Has the time follow a clock that is that many milliseconds ahead of this process's. */
export function followClock(aheadMs: number): void {
  ahead = aheadMs;
}
