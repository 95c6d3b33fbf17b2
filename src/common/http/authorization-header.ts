import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../errors/unauthorized.js';

const NAME = 'authorization';

/**
 * The Authorization header of a request; undefined without one. Node keeps the first of several, an ingress may have
 * looked at the last. @throws 401 for more than one (registry contract 18)
 */
export function authorizationOf({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  // Names and values take turns. `headersDistinct` would make a list of every header, for every request.
  const given = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === NAME);
  if (given.length !== 1) throw unauthorized('several_credentials');
  return authorization;
}
