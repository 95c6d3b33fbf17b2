import { errors, jwtVerify, type CryptoKey, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { JwtPolicy } from './jwt-policy.js';

// A token brings no key of its own, and no address of one (RFC 8725, 3.10): such a one is refused, whatever signed it.
const EMBEDDED_KEYS = ['jwk', 'jku', 'x5c', 'x5u'];

/** Verifies JWTs: signature, times, issuer, audience (registry spec, Validation order 2 to 5). What they claim is read elsewhere. */
export class JwtVerifier {
  constructor(private readonly policy: JwtPolicy) {}

  /** The payload; undefined when anything about the token does not hold. @throws when its key cannot be had now. */
  async verify(jwt: string): Promise<JWTPayload | undefined> {
    const { algorithms, issuer, audience, audienceMayBeList } = this.policy;
    try {
      const { payload } = await jwtVerify(jwt, (header) => this.keyOf(header), {
        algorithms: [...algorithms],
        issuer,
        audience,
      });
      // The library also takes a list that holds the audience.
      return payload.aud === audience || audienceMayBeList ? payload : undefined;
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
