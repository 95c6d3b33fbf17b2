import { importJWK, type CryptoKey, type JWK } from 'jose';
import { ed25519OfSeed, ed25519PrivateJwk } from '../../../../common/values/ed25519.js';

/** The only algorithm of the built-in provider. */
export const SIGNING_ALGORITHM = 'EdDSA' as const;

/** The Ed25519 key that signs the tokens of the built-in provider. */
export class SigningKey {
  /** The private JWK. */
  readonly jwk: JWK & { readonly kid: string };
  private imported: Promise<CryptoKey> | undefined;

  /** @param seed 32 bytes as base64url */
  constructor(seed: string) {
    const key = ed25519OfSeed(seed);
    if (key === undefined)
      throw new Error('the generated secret idp.signing_key is damaged; delete its file');
    this.jwk = { ...ed25519PrivateJwk(key), alg: SIGNING_ALGORITHM };
  }

  /** The public key for verification: always the same object, because verified tokens are cached by key. */
  verifier(): Promise<CryptoKey> {
    const { d: _private, ...jwk } = this.jwk;
    this.imported ??= importJWK(jwk, SIGNING_ALGORITHM) as Promise<CryptoKey>;
    return this.imported;
  }
}
