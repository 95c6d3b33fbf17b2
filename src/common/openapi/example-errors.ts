import type { ErrorKind } from '../errors/error-kind.js';

/** An error in the examples; each API renders it in its own format. */
export interface ExampleError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const error = (
  kind: ErrorKind,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ExampleError => ({
  kind,
  message,
  details,
});

const MAX_BYTES = 5_242_880;
const NAME_RULE = 'must be a string of 1 to 100 characters without NUL';

/** One error for each error status. */
export const EXAMPLE_ERRORS: Readonly<Record<number, ExampleError>> = {
  400: error('bad_request', `name ${NAME_RULE}`, { field: 'name', rule: NAME_RULE }),
  401: error('unauthorized', 'sign in first'),
  403: error('forbidden', 'not authorized'),
  404: error('not_found', 'organization not found'),
  408: error('request_timeout', 'the request took longer than 30 seconds'),
  409: error('conflict', 'slug is taken'),
  413: error('payload_too_large', `the body has at most ${MAX_BYTES} bytes`, { max_bytes: MAX_BYTES }),
  415: error('unsupported_media_type', 'Content-Type must be application/json', { field: 'Content-Type' }),
  416: error('range_not_satisfiable', 'the range lies outside of the artifact'),
  422: error('bad_request', 'mcp_id must be a UUID'),
  429: error('rate_limited', 'too many requests'),
  500: error('internal_error', 'internal error; the request id finds it in the log'),
  501: error('not_implemented', 'not available in this configuration'),
  503: error('unavailable', 'temporarily unavailable; try again'),
};
