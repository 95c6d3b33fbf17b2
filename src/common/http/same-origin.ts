import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that a browser makes with its cookies is one that this service's own pages may have made: it changes
 * nothing, or it comes from them (hub contract 1). Cookies alone do not say so: other sites' pages send them too.
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
