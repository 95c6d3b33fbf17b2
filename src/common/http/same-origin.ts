import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: whether a browser request with cookies has a safe method or comes from this service's own pages (hub
 * contract 1). Cookies alone do not prove that, because browsers also send them with requests from other sites.
 * @param origin of the public URL
 */
export function mayUseCookies(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  origin: string,
): boolean {
  if (SAFE_METHODS.has(method)) return true;
  if (headers.origin !== undefined) return headers.origin === origin;
  return headers['sec-fetch-site'] === 'same-origin';
}
