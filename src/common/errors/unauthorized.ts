import { ApiError } from './api-error.js';

/** Why authentication failed; `invalid` is everything that is not explained to the caller. */
export type UnauthorizedReason =
  | 'missing'
  | 'invalid'
  | 'expired'
  | 'revoked'
  | 'not_yet_valid'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'several_credentials';

/** The remedy for each reason; `signIn` describes how callers of the API get a credential. */
const HINTS: Readonly<Record<UnauthorizedReason, (signIn: string) => string | undefined>> = {
  missing: (signIn) => signIn,
  invalid: () => undefined,
  expired: (signIn) => `it has expired; ${signIn}`,
  revoked: () => 'it has been revoked; use another one',
  not_yet_valid: () => 'it is not valid yet; compare the clocks of its issuer and of this server',
  wrong_issuer: (signIn) => `another issuer has issued it; ${signIn}`,
  wrong_audience: (signIn) => `it is meant for another audience; ${signIn}`,
  several_credentials: () => 'send one Authorization header',
};

/**
 * 401. The message for an invalid credential is always the same (registry contract 15); `details.reason` and the API's
 * hint explain it. Reasons reveal only what the holder of a genuine credential may know.
 */
export const unauthorized = (reason: UnauthorizedReason = 'invalid'): ApiError =>
  unauthorizedBecause(reason === 'missing' ? 'sign in first' : 'invalid token', { reason });

/** 401 with its own message, for failures that do not concern a token. */
export const unauthorizedBecause = (message: string, details: ApiError['details'] = {}): ApiError =>
  new ApiError('unauthorized', message, details, { 'WWW-Authenticate': 'Bearer, Token' });

/** What the caller can do about a refusal; undefined if its message is sufficient. */
export function hintFor(
  { kind, details }: Pick<ApiError, 'kind' | 'details'>,
  signIn: string,
): string | undefined {
  const { reason } = details;
  return kind === 'unauthorized' && isReason(reason) ? HINTS[reason](signIn) : undefined;
}

const isReason = (value: unknown): value is UnauthorizedReason =>
  typeof value === 'string' && Object.hasOwn(HINTS, value);
