import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN_ID_LENGTH = 20;
const TOKEN_ID = /^mcp_[a-z2-7]{20}$/;
const CREDENTIAL = /^(mcp_[a-z2-7]{20}):(sk_[A-Za-z0-9_-]{43})$/;

/** The two halves of an API token, as sent by its holder. */
export interface TokenCredential {
  readonly tokenId: string;
  readonly secret: string;
}

/** A new token: a public identifier of 100 random bits and a secret of 256. */
export function newTokenCredential(): TokenCredential {
  // 256 is a multiple of 32, so every letter is equally likely.
  const letters = [...randomBytes(TOKEN_ID_LENGTH)].map((byte) => BASE32[byte % BASE32.length]).join('');
  return { tokenId: `mcp_${letters}`, secret: `sk_${randomBytes(32).toString('base64url')}` };
}

/** Whether `value` has the form of a token's public identifier. */
export const isTokenId = (value: unknown): value is string =>
  typeof value === 'string' && TOKEN_ID.test(value);

/** Parses `<token_id>:<secret>`. */
export function parseTokenCredential(text: string): TokenCredential | undefined {
  const [, tokenId, secret] = CREDENTIAL.exec(text) ?? [];
  return tokenId === undefined || secret === undefined ? undefined : { tokenId, secret };
}

/** What is stored of a secret: its SHA-256. */
export const hashTokenSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Compares in constant time. */
export const isTokenSecret = (secret: string, stored: Uint8Array): boolean =>
  timingSafeEqual(hashTokenSecret(secret), stored);
