import { RegistryError } from '../registry-client/registry-error.js';
import { UnpublishableError } from './publication-error.js';

const FIRST_MS = 5_000;
const LONGEST_MS = 15 * 60_000;

/** Attempts for one snapshot: together they take more than an hour. */
export const MAX_ATTEMPTS = 12;

const REFUSED_CREDENTIALS = [401, 403];

/** Milliseconds to wait after an attempt, counted from 1: twice as long each time, up to 15 minutes. */
export const delayAfter = (attempt: number): number =>
  Math.min(FIRST_MS * 2 ** Math.max(0, attempt - 1), LONGEST_MS);

/** Whether another attempt can succeed: the failure passes, or an operator can remedy it. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnpublishableError) return false;
  if (!(error instanceof RegistryError)) return true;
  return error.isTemporary || REFUSED_CREDENTIALS.includes(error.status ?? 0);
}
