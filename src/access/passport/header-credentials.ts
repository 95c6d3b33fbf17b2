import type { Request } from 'express';
import type { PasswordCredential } from '../authenticator.js';
import { parseTokenCredential, type TokenCredential } from '../api-tokens/api-token-secret.js';

const SCHEME = /^([A-Za-z]+) +(\S+)$/;

const credentialsOf = (req: Request, scheme: string): string | undefined => {
  const [, given, credentials] = SCHEME.exec(req.headers.authorization ?? '') ?? [];
  return given?.toLowerCase() === scheme ? credentials : undefined;
};

/** `Authorization: Bearer <jwt>` */
export const bearerCredential = (req: Request): string | undefined => credentialsOf(req, 'bearer');

/** `Authorization: Token <token_id>:<secret>` */
export function apiTokenCredential(req: Request): TokenCredential | undefined {
  const text = credentialsOf(req, 'token');
  return text === undefined ? undefined : parseTokenCredential(text);
}

/** `Authorization: Basic <base64 of username:password>` (RFC 7617). */
export function basicCredential(req: Request): PasswordCredential | undefined {
  const text = credentialsOf(req, 'basic');
  if (text === undefined) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
