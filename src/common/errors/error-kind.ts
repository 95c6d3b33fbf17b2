/**
 * Every way in which a request can be refused or fail, shared by all APIs. Each API's surface maps a kind to an HTTP
 * status and a body (`ApiSurface`); a new kind does not compile until all of them do.
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
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'headers_too_large'
  | 'rate_limited'
  | 'not_implemented'
  | 'internal_error'
  | 'unavailable';
