import { createHash, createPrivateKey } from 'node:crypto';
import { importJWK, type CryptoKey, type JWK } from 'jose';

/** The only algorithm of the built-in provider. */
export const SIGNING_ALGORITHM = 'EdDSA' as const;

// The PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410, 7).
const PKCS8_BEGINNING = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** The Ed25519 key that signs the tokens of the built-in provider. */
export class SigningKey {
  /** The private JWK. */
  readonly jwk: JWK & { readonly kid: string };
  private imported: Promise<CryptoKey> | undefined;

  /** @param seed 32 bytes as base64url */
  constructor(seed: string) {
    const bytes = Buffer.from(seed, 'base64url');
    if (bytes.length !== SEED_BYTES)
      throw new Error('the generated secret idp.signing_key is damaged; delete its file');
    const key = createPrivateKey({
      key: Buffer.concat([PKCS8_BEGINNING, bytes]),
      format: 'der',
      type: 'pkcs8',
    });
    const { crv, d, kty, x } = key.export({ format: 'jwk' }) as JWK & { kty: string; x: string };
    const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    this.jwk = { kty, crv: crv ?? '', d: d ?? '', x, kid, alg: SIGNING_ALGORITHM, use: 'sig' };
  }

  /** The public key for verification: always the same object, because verified tokens are cached by key. */
  verifier(): Promise<CryptoKey> {
    const { d: _private, ...jwk } = this.jwk;
    this.imported ??= importJWK(jwk, SIGNING_ALGORITHM) as Promise<CryptoKey>;
    return this.imported;
  }
}
