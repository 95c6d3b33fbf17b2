import { unauthorized } from '../../common/errors/unauthorized.js';
import { currentTime } from '../../common/values/clock.js';

/** @throws 401 when a JWT has expired since it was verified. @param expiresAt its `exp`, seconds since 1970 */
export function requireUnexpired(expiresAt: number): void {
  if (Math.floor(currentTime() / 1000) >= expiresAt) throw unauthorized('expired');
}

/** What a JWT says about when it was made. */
export interface JwtOrigin {
  /** `iat`, seconds since 1970. */
  readonly issuedAt: number | undefined;
  /** The account's `credentialsVersion` at that time, in JWTs of this server; undefined in those of others and of older servers. */
  readonly credentials?: number | undefined;
}

/** Which credentials of an account count, for JWTs: those of another version are older. @param validFrom milliseconds since 1970 */
export const credentialsVersion = (validFrom: number | null): number => validFrom ?? 0;

/**
 * Checks that the account's credentials have not ended since a JWT was made (ADR 102). Those of this server name the version,
 * which no clock changes. Times of others are whole seconds: a JWT of the second of the end may be older.
 * @param validFrom when they ended last, in milliseconds since 1970; null if they never did
 * @throws 401
 */
export function requireCurrent(validFrom: number | null, { issuedAt, credentials }: JwtOrigin): void {
  if (credentials !== undefined) {
    if (credentials !== credentialsVersion(validFrom)) throw unauthorized('revoked');
    return;
  }
  if (validFrom === null) return;
  if (issuedAt === undefined || issuedAt <= Math.floor(validFrom / 1000)) throw unauthorized('revoked');
}
