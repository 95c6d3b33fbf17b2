import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { currentTime } from '../../common/values/clock.js';
import type { JwtPolicy } from './jwt-policy.js';
import { ANY_TIME, requireValidTimes, type ClockFaults } from './jwt-times.js';
import { VerifiedJwts, type VerificationKey } from './verified-jwts.js';

// Tokens that carry a key or a key URL are refused, whatever signed them (RFC 8725, 3.10).
const EMBEDDED_KEYS = ['jwk', 'jku', 'x5c', 'x5u'];

/** Verifies JWTs: signature, times, issuer, audience (registry contract 21). Claims are read elsewhere. */
export class JwtVerifier {
  private readonly verified = new VerifiedJwts();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly policy: JwtPolicy,
    private readonly log: ClockFaults,
    private readonly now: () => number = currentTime,
  ) {}

  /** The payload. @throws 401 when the token is invalid, 503 when its key is unavailable now */
  async verify(jwt: string): Promise<JWTPayload> {
    try {
      return this.requireValid((await this.known(jwt)) ?? (await this.check(jwt)));
    } catch (error) {
      // The library explains nothing that a caller may know: its errors concern forged and malformed tokens.
      if (error instanceof errors.JOSEError) throw unauthorized();
      throw error;
    }
  }

  /** The payload of a cached token, if its key has not changed. */
  private async known(jwt: string): Promise<JWTPayload | undefined> {
    const found = this.verified.find(jwt);
    return found !== undefined && (await this.policy.keyOf(found.header)) === found.key
      ? found.payload
      : undefined;
  }

  private async check(jwt: string): Promise<JWTPayload> {
    let key: VerificationKey | undefined;
    const { payload, protectedHeader } = await jwtVerify(
      jwt,
      async (header) => (key = await this.keyOf(header)),
      { algorithms: [...this.policy.algorithms], clockTolerance: ANY_TIME },
    );
    if (key !== undefined) this.verified.keep(jwt, { header: protectedHeader, payload, key });
    return payload;
  }

  /** Checks the claims of a genuine token, in the order of registry contract 21. @throws 401 */
  private requireValid(payload: JWTPayload): JWTPayload {
    const { issuer, audience, audienceMayBeList, leeway } = this.policy;
    requireValidTimes(payload, leeway, Math.floor(this.now() / 1000), this.log);
    if (payload.iss !== issuer) throw unauthorized(payload.iss === undefined ? 'invalid' : 'wrong_issuer');
    const { aud } = payload;
    const isForUs = aud === audience || (audienceMayBeList && Array.isArray(aud) && aud.includes(audience));
    if (!isForUs) throw unauthorized(aud === undefined ? 'invalid' : 'wrong_audience');
    return payload;
  }

  private async keyOf(header: JWTHeaderParameters): Promise<VerificationKey> {
    const embedded = EMBEDDED_KEYS.some((name) => name in header);
    const key = embedded ? undefined : await this.policy.keyOf(header);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
