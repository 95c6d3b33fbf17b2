import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { unauthorized, type UnauthorizedReason } from '../../common/errors/unauthorized.js';
import type { JwtPolicy } from './jwt-policy.js';
import { VerifiedJwts, type VerificationKey } from './verified-jwts.js';

// Tokens that carry a key or a key URL are refused, whatever signed them (RFC 8725, 3.10).
const EMBEDDED_KEYS = ['jwk', 'jku', 'x5c', 'x5u'];

/** Verifies JWTs: signature, times, issuer, audience (registry contract 21). Claims are read elsewhere. */
export class JwtVerifier {
  private readonly verified = new VerifiedJwts();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly policy: JwtPolicy,
    private readonly now: () => number = Date.now,
  ) {}

  /** The payload. @throws 401 when the token is invalid, 503 when its key is unavailable now */
  async verify(jwt: string): Promise<JWTPayload> {
    try {
      return (await this.known(jwt)) ?? (await this.check(jwt));
    } catch (error) {
      if (error instanceof errors.JOSEError) throw unauthorized(reasonOf(error));
      throw error;
    }
  }

  /** The payload of a cached token, if its key has not changed and it is within its validity period. */
  private async known(jwt: string): Promise<JWTPayload | undefined> {
    const found = this.verified.find(jwt);
    if (found === undefined || (await this.policy.keyOf(found.header)) !== found.key) return undefined;
    const { exp = Infinity, nbf = -Infinity } = found.payload;
    const seconds = Math.floor(this.now() / 1000);
    return nbf <= seconds && seconds < exp ? found.payload : undefined;
  }

  private async check(jwt: string): Promise<JWTPayload> {
    const { algorithms, issuer, audience, audienceMayBeList } = this.policy;
    let key: VerificationKey | undefined;
    const { payload, protectedHeader } = await jwtVerify(
      jwt,
      async (header) => (key = await this.keyOf(header)),
      { algorithms: [...algorithms], issuer, audience, currentDate: new Date(this.now()) },
    );
    // The library also accepts a list that contains the audience.
    if (payload.aud !== audience && !audienceMayBeList) throw unauthorized('wrong_audience');
    if (key !== undefined) this.verified.keep(jwt, { header: protectedHeader, payload, key });
    return payload;
  }

  private async keyOf(header: JWTHeaderParameters): Promise<VerificationKey> {
    const embedded = EMBEDDED_KEYS.some((name) => name in header);
    const key = embedded ? undefined : await this.policy.keyOf(header);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

const REASON_OF_CLAIM: Readonly<Record<string, UnauthorizedReason>> = {
  iss: 'wrong_issuer',
  aud: 'wrong_audience',
  nbf: 'not_yet_valid',
};

/** The library checks claims only after the signature, so these reasons are not revealed for forged tokens. */
function reasonOf(error: errors.JOSEError): UnauthorizedReason {
  if (error instanceof errors.JWTExpired) return 'expired';
  const isOfClaim = error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed';
  return (isOfClaim ? REASON_OF_CLAIM[error.claim] : undefined) ?? 'invalid';
}
