import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../common/values/durations.js';

/** How long a delivery is tried, in milliseconds. */
export const RETRY_MS = 72 * HOUR_MS;

const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
const LAST_DELAY = 6 * HOUR_MS;
// Of a delay, so that what failed together is not tried again together.
const JITTER = 0.2;
const LONGEST_PAUSE = 10 * MINUTE_MS;

/**
 * Milliseconds from a failed attempt to the next one.
 * @param attempt the failed one, from 1
 * @param random from 0 to 1
 */
export function delayAfter(attempt: number, random: number): number {
  const delay = DELAYS[attempt - 1] ?? LAST_DELAY;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/**
 * Milliseconds for which nothing is sent to a receiver that is in trouble, so that its backlog does not occupy the
 * connections that others need.
 * @param outages attempts in a row that failed for that reason, from 1
 */
export const pauseAfter = (outages: number): number =>
  Math.min(DELAYS[outages - 1] ?? LONGEST_PAUSE, LONGEST_PAUSE);
