import { doublingDelay } from '../../../jobs/attempts/retry-policy.js';
import { RegistryError } from '../../platform/registry-client/registry-error.js';
import { UnpublishableError } from './publication-error.js';

const FIRST_MS = 5_000;
const LONGEST_MS = 15 * 60_000;

/** Attempts for one snapshot: together they take more than an hour. */
export const MAX_ATTEMPTS = 12;

const REFUSED_CREDENTIALS = [401, 403];

/** Milliseconds to wait after an attempt, counted from 1. */
export const delayAfter = (attempt: number): number => doublingDelay(attempt, FIRST_MS, LONGEST_MS);

/** Whether another attempt can succeed: the failure passes, or an operator can remedy it. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnpublishableError) return false;
  if (!(error instanceof RegistryError)) return true;
  return error.isTemporary || REFUSED_CREDENTIALS.includes(error.status ?? 0);
}
