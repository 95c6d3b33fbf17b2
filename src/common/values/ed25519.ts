import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type JsonWebKeyInput,
  type KeyObject,
} from 'node:crypto';
import { isObject } from './json.js';

/** A public Ed25519 key as a JWK (RFC 8037). */
export interface Ed25519PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The 32 bytes of the key as base64url. */
  readonly x: string;
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** A private Ed25519 key as a JWK. */
export interface Ed25519PrivateJwk extends Ed25519PublicJwk {
  readonly d: string;
}

// The PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410, 7).
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** The private key of a seed, 32 bytes as base64url; undefined for another number of bytes. */
export function ed25519OfSeed(seed: string): KeyObject | undefined {
  const bytes = Buffer.from(seed, 'base64url');
  if (bytes.length !== SEED_BYTES) return undefined;
  return createPrivateKey({ key: Buffer.concat([PKCS8_BEGINNING, bytes]), format: 'der', type: 'pkcs8' });
}

/** A private Ed25519 key in PEM (PKCS #8) or as a JWK; undefined for anything else. */
export const readEd25519PrivateKey = (text: string): KeyObject | undefined => read(text, createPrivateKey);

/** A public Ed25519 key in PEM (SPKI) or as a JWK; undefined for anything else, and for a private one. */
export const readEd25519PublicKey = (text: string): KeyObject | undefined =>
  readEd25519PrivateKey(text) === undefined ? read(text, createPublicKey) : undefined;

function read(text: string, create: (key: string | JsonWebKeyInput) => KeyObject): KeyObject | undefined {
  try {
    const key = create(text.trimStart().startsWith('{') ? { key: jwkIn(text), format: 'jwk' } : text);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

function jwkIn(text: string): JsonWebKey {
  const jwk: unknown = JSON.parse(text);
  if (!isObject(jwk)) throw new Error('a JWK is an object');
  return jwk;
}

/** The public half of a key as a JWK; always the same for the same key. */
export function ed25519PublicJwk(key: KeyObject): Ed25519PublicJwk {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}

/** A private key as a JWK. */
export function ed25519PrivateJwk(key: KeyObject): Ed25519PrivateJwk {
  const { d = '' } = key.export({ format: 'jwk' });
  return { ...ed25519PublicJwk(key), d };
}
