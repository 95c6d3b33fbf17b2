import { hash, randomBytes } from 'node:crypto';

/**
 * Prefixes of service tokens; the second is for tokens of compliance platforms, whose only scope is `grc:read` (hub
 * contract 8).
 */
const TOKEN_PREFIXES = ['mcp_tk_', 'mcp_svc_'] as const;

/** Number of a token's characters that are stored and shown (hub contract 8). */
export const SHOWN_CHARACTERS = 8;

/** Whether a bearer credential is a service token rather than a JWT (hub contract 23). */
export const isServiceToken = (credential: string): boolean =>
  TOKEN_PREFIXES.some((prefix) => credential.startsWith(prefix));

/** Creates a token: the prefix for its scopes and 32 random bytes. */
export function makeServiceToken(scopes: readonly string[]): string {
  const isForCompliance = scopes.length === 1 && scopes[0] === 'grc:read';
  return `${TOKEN_PREFIXES[isForCompliance ? 1 : 0]}${randomBytes(32).toString('base64url')}`;
}

/** The stored hash of a token. Tokens are random, so a fast hash is enough. */
export const hashServiceToken = (token: string): Buffer => hash('sha256', token, 'buffer');
