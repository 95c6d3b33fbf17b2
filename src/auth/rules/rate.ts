import type { Request } from 'express';
import { rateLimited } from '../../common/errors/api-error.js';

/** How much of the rate limit a caller has used in the last minute, including this request. */
export interface Rate {
  /** Requests per minute. */
  readonly limit: number;
  /** Remaining requests. */
  readonly remaining: number;
  /** When the whole limit is available again if no more requests are made: Unix time in seconds. */
  readonly resetAt: number;
  /** Whether the request exceeds the limit. */
  readonly exceeded: boolean;
  /** Seconds until a request is accepted again: a whole number, at least 1. */
  readonly retryAfterSeconds: number;
}

const rates = new WeakMap<Request, Rate>();

/** Stores the rate of the caller of a request. */
export const setRate = (req: Request, rate: Rate): void => void rates.set(req, rate);

/** @throws 429 when the caller has exceeded the limit */
export function requireRate(req: Request): void {
  const rate = rates.get(req);
  if (rate?.exceeded !== true) return;
  throw rateLimited(`${rate.limit} requests a minute are made`, rate.retryAfterSeconds);
}
