import type { ErrorKind } from '../../common/errors/error-kind.js';
import type { ApiSurface, OutgoingError } from '../../common/http/api-surface.js';

/** The status of each kind of error (hub contract 2). */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  enterprise_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
};

/** The hub's error body: the machine name as is and in upper case, and a message for people. */
export const hubErrorBody = ({ kind, message, hint }: Omit<OutgoingError, 'requestId'>): object => ({
  error: kind,
  message: hint === undefined ? message : `${message}: ${hint}`,
  code: kind.toUpperCase(),
});

/** The hub API, `/api/v1`. */
export const hubSurface: ApiSurface = {
  name: 'hub',
  prefix: '/api/v1',
  status: STATUS,
  errorBody: hubErrorBody,
};
