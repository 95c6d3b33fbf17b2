import { hash, randomBytes } from 'node:crypto';

/** Begins every service token; one that is for a compliance platform alone begins with the other (hub contract 8). */
const TOKEN_PREFIXES = ['mcp_tk_', 'mcp_svc_'] as const;

/** How many characters of a token are kept and shown (hub contract 8). */
export const SHOWN_CHARACTERS = 8;

/** Whether a bearer credential is a service token rather than a JWT (hub contract 23). */
export const isServiceToken = (credential: string): boolean =>
  TOKEN_PREFIXES.some((prefix) => credential.startsWith(prefix));

/** A new token: 32 random bytes behind the prefix that its scopes ask for. */
export function makeServiceToken(scopes: readonly string[]): string {
  const isForCompliance = scopes.length === 1 && scopes[0] === 'grc:read';
  return `${TOKEN_PREFIXES[isForCompliance ? 1 : 0]}${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token. It is random, so a fast hash suffices. */
export const hashServiceToken = (token: string): Buffer => hash('sha256', token, 'buffer');
