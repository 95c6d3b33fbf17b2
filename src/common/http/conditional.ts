/**
 * Whether an If-None-Match header names `etag` (RFC 9110, 13.1.2), so that the answer is 304. Express's own `req.fresh`
 * never says so to a client that also sends `Cache-Control: no-cache`, which Node's fetch does with every condition.
 */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}
