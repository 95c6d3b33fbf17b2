/**
 * Every way in which a request can be refused or fail, shared by all APIs. Each API's surface maps a kind to a body
 * (`ApiSurface`).
 */
export type ErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  /** The plan of the organization does not have it. */
  | 'enterprise_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  /** The document of a report is asked for before it is made. */
  | 'report_not_ready'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'headers_too_large'
  | 'rate_limited'
  | 'not_implemented'
  | 'internal_error'
  | 'unavailable';

/** HTTP status of every kind of error, in all APIs (hub contract 2). */
export const HTTP_STATUS: Readonly<Record<ErrorKind, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  enterprise_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  report_not_ready: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
};
