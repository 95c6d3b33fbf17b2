import type { ErrorKind } from './error-kind.js';

/** What an error says beside its message; `field` names the offending input. Never holds a secret or an input value. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * A refusal that the client is told about. Services throw it; the exception filter turns it into the body of the
 * API that was called. Anything else that is thrown is an internal error and its text stays in the log.
 */
export class ApiError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details: ErrorDetails = {},
    /** Response headers that belong to the refusal, such as `Allow` for 405. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** 400: `field` says which input, `rule` what it must be. */
export const badRequest = (field: string, rule: string): ApiError =>
  new ApiError('bad_request', `${field} ${rule}`, { field, rule });

/** 403 with the one text for a missing scope or resource (registry contract 15). */
export const forbidden = (details: ErrorDetails = {}): ApiError =>
  new ApiError('forbidden', 'not authorized', details);

/** 404 for one kind of thing; says nothing about whether it exists for somebody else. */
export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} not found`);

/** 503: the same may work in so many seconds. */
export const unavailable = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError('unavailable', message, {}, { 'Retry-After': String(retryAfterSeconds) });

/** 429: as many are answered as a minute has; again in so many seconds. */
export const rateLimited = (reason: string, retryAfterSeconds: number): ApiError =>
  new ApiError(
    'rate_limited',
    `${reason}; try again in ${retryAfterSeconds} s`,
    {},
    { 'Retry-After': String(retryAfterSeconds) },
  );

/** 409: the request is valid, but not in the state that things are in. */
export const conflict = (message: string, details: ErrorDetails = {}): ApiError =>
  new ApiError('conflict', message, details);
