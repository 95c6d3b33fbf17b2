/**
 * Every way in which a request can be refused or fail, named once for all APIs. Each API's surface says which
 * HTTP status and which body it answers for a kind (`ApiSurface`); a new kind does not compile until all do.
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
