import type { Count, Quota } from './request-counter.js';

/** A group of accepted hits that leave the window together. */
export interface HitGroup {
  /** When its first hit was accepted, in milliseconds. */
  readonly startedAt: number;
  hits: number;
}

/**
 * A group holds up to a tenth of the limit. It leaves the window with its first hit, so less than a tenth of the limit
 * expires too early, and a window has few groups, however high the limit is: at most 20 for a single limit. Limits below
 * 20 are exact.
 */
export const groupSize = ({ limit, smallestLimit = limit }: Quota): number =>
  Math.max(1, Math.floor(smallestLimit / 10));

/** Removes the groups that have left the window. `redis-counter.ts` does the same in Lua. */
function slide(groups: HitGroup[], now: number, windowMs: number): void {
  const kept = groups.findIndex(({ startedAt }) => startedAt > now - windowMs);
  groups.splice(0, kept === -1 ? groups.length : kept);
}

/**
 * How long a group stays in the window, in milliseconds. The age is computed first: `startedAt + windowMs - now` rounds
 * up for some clock readings, which would make a client wait longer than the window.
 */
const untilExpired = (startedAt: number, now: number, windowMs: number): number =>
  windowMs - (now - startedAt);

/** The state of a key whose hits are in `groups`, oldest first. */
export function countOf(groups: HitGroup[], now: number, { limit, windowMs }: Quota): Count {
  slide(groups, now, windowMs);
  const remaining = limit - groups.reduce((sum, { hits }) => sum + hits, 0);
  const last = groups.at(-1);
  return {
    accepted: remaining > 0,
    remaining: Math.max(0, remaining),
    retryAfterMs: remaining > 0 ? 0 : untilFree(groups, now, windowMs, 1 - remaining),
    resetAfterMs: last === undefined ? 0 : untilExpired(last.startedAt, now, windowMs),
  };
}

/** Adds a hit to `groups` if the quota allows it. */
export function addHit(groups: HitGroup[], now: number, quota: Quota): Count {
  if (!countOf(groups, now, quota).accepted) return countOf(groups, now, quota);
  const last = groups.at(-1);
  if (last !== undefined && last.hits < groupSize(quota)) last.hits += 1;
  else groups.push({ startedAt: now, hits: 1 });
  return { ...countOf(groups, now, quota), accepted: true };
}

/** Time until the oldest groups, with at least `wanted` hits in total, have left the window. */
function untilFree(groups: readonly HitGroup[], now: number, windowMs: number, wanted: number): number {
  let freed = 0;
  for (const { startedAt, hits } of groups) {
    freed += hits;
    if (freed >= wanted) return untilExpired(startedAt, now, windowMs);
  }
  // A limit of 0.
  return windowMs;
}
