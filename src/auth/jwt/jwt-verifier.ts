import { errors, jwtVerify, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { readJwtClaims, type JwtClaims } from './jwt-claims.js';
import type { JwtPolicy } from './jwt-policy.js';

// A token brings no key of its own, and no address of one (RFC 8725, 3.10): such a one is refused, whatever signed it.
const EMBEDDED_KEYS = ['jwk', 'jku', 'x5c', 'x5u'];

/** Verifies JWTs, in both modes: signature, times, issuer, audience, claims (registry spec, Validation order 2 to 6). */
export class JwtVerifier {
  constructor(private readonly policy: JwtPolicy) {}

  /** The claims; undefined when anything about the token does not hold. @throws when its key cannot be had now. */
  async verify(jwt: string): Promise<JwtClaims | undefined> {
    const { algorithms, issuer, audience, audienceMayBeList } = this.policy;
    try {
      const { payload } = await jwtVerify(jwt, (header) => this.keyOf(header), {
        algorithms: [...algorithms],
        issuer,
        audience,
      });
      // The library also takes a list that holds the audience.
      return payload.aud === audience || audienceMayBeList ? readJwtClaims(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  private async keyOf(header: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> {
    const embedded = EMBEDDED_KEYS.some((name) => name in header);
    const key = embedded ? undefined : await this.policy.keyOf(header);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
