import type { ErrorKind } from './error-kind.js';

/** Structured details of an error; `field` names the offending input. Never contains a secret or an input value. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * A refusal with a message for the client. Services throw it; the exception filter converts it to the error format of
 * the API. Any other exception is an internal error, whose message is only logged.
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

/** 404 for a kind of resource; does not reveal whether it exists for others. */
export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} not found`);

/** 503: to be retried after so many seconds. */
export const unavailable = (
  message: string,
  retryAfterSeconds: number,
  details: ErrorDetails = {},
): ApiError => new ApiError('unavailable', message, details, { 'Retry-After': String(retryAfterSeconds) });

/** 429: more requests than the limit per minute; to be retried after so many seconds. */
export const rateLimited = (reason: string, retryAfterSeconds: number): ApiError =>
  new ApiError(
    'rate_limited',
    `${reason}; try again in ${retryAfterSeconds} s`,
    {},
    { 'Retry-After': String(retryAfterSeconds) },
  );

/** 409: the request is valid, but conflicts with the current state. */
export const conflict = (message: string, details: ErrorDetails = {}): ApiError =>
  new ApiError('conflict', message, details);
