import { createHash } from 'node:crypto';
import { isObject } from './json.js';

/** A public Ed25519 key as a JWK (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The 32 bytes of the key as base64url. */
  readonly x: string;
  /** Its thumbprint (RFC 7638), which says which key it is. */
  readonly kid: string;
}

const THUMBPRINT = /^[\w-]{43}$/;
const KEY_BYTES = 32;
// A key set of the hub has its current key and those before.
const MAX_KEYS = 100;

/** Whether a text can be the thumbprint of a key, which pins it. */
export const isThumbprint = (text: string): boolean => THUMBPRINT.test(text);

/**
 * Reads a public key from a JWK. Its `kid` is computed, never believed: what a file says of itself pins nothing.
 * @returns undefined for anything but a public Ed25519 key, and for a private one
 */
export function publicKeyOf(jwk: unknown): PublicKey | undefined {
  if (!isObject(jwk) || jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519' || 'd' in jwk) return undefined;
  const x = jwk['x'];
  if (typeof x !== 'string' || Buffer.from(x, 'base64url').length !== KEY_BYTES) return undefined;
  const plain = Buffer.from(x, 'base64url').toString('base64url');
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: plain }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x: plain, kid };
}

/**
 * The keys of a JWK set (RFC 7517) that a thumbprint pins: none or one. Where the set comes from does not matter, because the
 * thumbprint is that of the key itself.
 */
export function pinnedKeys(thumbprint: string, keySet: unknown): readonly PublicKey[] {
  const list: unknown = isObject(keySet) ? keySet['keys'] : undefined;
  if (!Array.isArray(list)) return [];
  return (list as unknown[])
    .slice(0, MAX_KEYS)
    .map(publicKeyOf)
    .filter((key) => key?.kid === thumbprint)
    .filter((key) => key !== undefined)
    .slice(0, 1);
}
