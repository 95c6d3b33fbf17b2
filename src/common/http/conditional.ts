/**
 * Whether an If-None-Match header matches `etag` (RFC 9110, 13.1.2), so that the response is 304. Express's own
 * `req.fresh` is always false if the client also sends `Cache-Control: no-cache`, as Node's fetch does with every
 * conditional request.
 */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}
