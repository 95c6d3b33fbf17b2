import type { Request } from 'express';
import { rateLimited } from '../common/errors/api-error.js';

/** How much of their limit a caller has used in the last minute, this request included. */
export interface Rate {
  /** Requests a minute. */
  readonly limit: number;
  /** Requests that would be accepted now. */
  readonly remaining: number;
  /** When the whole limit is available again if no request is made until then: Unix time, seconds. */
  readonly resetAt: number;
  /** The request is one too many. */
  readonly exceeded: boolean;
  /** Until a request is accepted again: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}

const rates = new WeakMap<Request, Rate>();

/** Remembers the rate of a request's caller. */
export const setRate = (req: Request, rate: Rate): void => void rates.set(req, rate);

/** @throws 429 when the caller has made more requests than their limit allows */
export function requireRate(req: Request): void {
  const rate = rates.get(req);
  if (rate?.exceeded !== true) return;
  throw rateLimited(`${rate.limit} requests a minute are made`, rate.retryAfterSeconds);
}
