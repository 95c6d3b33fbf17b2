import { unauthorized } from '../../common/errors/unauthorized.js';

/** @throws 401 when a JWT has expired since it was verified. @param expiresAt its `exp`, seconds since 1970 */
export function requireUnexpired(expiresAt: number): void {
  if (Math.floor(Date.now() / 1000) >= expiresAt) throw unauthorized('expired');
}
