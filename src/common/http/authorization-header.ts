import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../errors/unauthorized.js';

/**
 * The Authorization header of a request; undefined without one. Node keeps the first of several, an ingress may have
 * looked at the last. @throws 401 for more than one (registry contract 18)
 */
export function authorizationOf(
  req: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return undefined;
  if (req.headersDistinct['authorization']?.length !== 1) throw unauthorized('several_credentials');
  return authorization;
}
