import type { Attempt, NextAttempt } from './attempt.js';

/** Attempts of a row that fails (ADR 52). */
export const MAX_ATTEMPTS = 3;

// How long the next attempt waits for a dependency that is unavailable: as long as the row has existed, within these bounds.
const SHORTEST_OUTAGE_SECONDS = 15;
const LONGEST_OUTAGE_SECONDS = 15 * 60;
const GIVEN_UP_AFTER_SECONDS = 24 * 60 * 60;

/** The next attempt after an unforeseen error: later each time. Undefined if there is none. */
export const afterError = (
  { attempts }: Pick<Attempt, 'attempts'>,
  delaySeconds: number,
): NextAttempt | undefined =>
  attempts >= MAX_ATTEMPTS ? undefined : { delaySeconds: delaySeconds * attempts, counts: true };

/**
 * The next attempt after one that met an outage, which does not count: nothing is wrong with its row. Undefined if that has
 * lasted for a day.
 */
export function afterOutage({ ageSeconds }: Pick<Attempt, 'ageSeconds'>): NextAttempt | undefined {
  if (ageSeconds >= GIVEN_UP_AFTER_SECONDS) return undefined;
  const delaySeconds = Math.max(Math.min(ageSeconds, LONGEST_OUTAGE_SECONDS), SHORTEST_OUTAGE_SECONDS);
  return { delaySeconds, counts: false };
}

/** The next attempt of a row whose process stops: another one, or the same after its start, goes on. */
export const AFTER_STOP: NextAttempt = { delaySeconds: 0, counts: false };

/** Milliseconds to wait after the attempt with this number, from 1: twice as long each time. */
export const doublingDelay = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.max(0, attempt - 1), longestMs);
