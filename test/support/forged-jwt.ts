import { createHmac } from 'node:crypto';
import { ISSUER_SECRET } from './credentials.js';

/** The claims of a valid JWT, overridden by the given ones; undefined removes a claim. */
export function claimsWith(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: 'registry-oss',
    aud: 'registry',
    sub: 'ci',
    iat: now,
    exp: now + 600,
    scopes: ['mcp:publish'],
    resources: ['org/'],
    ...change,
  };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

interface Crafting {
  readonly header?: object;
  readonly claims?: object;
  readonly secret?: string;
  readonly hash?: 'sha256' | 'sha384' | 'sha512';
}

/** A JWT whose header and signature need not match, which no library would create. */
export function craftJwt({
  header = { alg: 'HS256' },
  claims = claimsWith(),
  secret = ISSUER_SECRET,
  hash = 'sha256',
}: Crafting = {}): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}
