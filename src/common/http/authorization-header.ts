import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../errors/unauthorized.js';

const NAME = 'authorization';

/**
 * The Authorization header of a request; undefined without one. Node uses the first of several, but an ingress may have
 * used the last. @throws 401 for more than one (registry contract 18)
 */
export function authorizationOf({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  // Names and values alternate. `headersDistinct` would create a list for every header of every request.
  const given = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === NAME);
  if (given.length !== 1) throw unauthorized('several_credentials');
  return authorization;
}
