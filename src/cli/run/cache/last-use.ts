import { closeSync, mkdirSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { currentDate } from '../../../common/values/clock.js';

const pathOf = (cache: string, digest: string): string => join(cache, 'used', digest.replace(':', '-'));

/** Keeps when the entries of a digest were used last, for `mcp-hub cache prune`. */
export function markUsed(cache: string, digest: string): void {
  const path = pathOf(cache, digest);
  const now = currentDate();
  try {
    utimesSync(path, now, now);
  } catch {
    mkdirSync(join(cache, 'used'), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  }
}

/** When the entries of a digest were used last, in milliseconds; undefined if that is not known. */
export const lastUse = (cache: string, digest: string): number | undefined =>
  statSync(pathOf(cache, digest), { throwIfNoEntry: false })?.mtimeMs;
