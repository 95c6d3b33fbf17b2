import { emailKey, isEmailAddress } from '../../../common/values/email-address.js';
import { isStorableText } from '../../../common/values/text.js';
import type { UserProfile } from '../../../auth/accounts/user-profile.js';
import type { JwtOrigin } from '../../../auth/jwt/jwt-expiry.js';
import { cleanName } from '../../../common/values/visible-text.js';

const MAX_SUBJECT_LENGTH = 255;
const MAX_NAME_LENGTH = 200;

/** Claims of a JWT of a user. */
export interface ExpiringClaims extends UserClaims {
  /** `exp`, seconds since 1970. */
  readonly expiresAt: number;
}

/** Claims of an identity provider about a user (hub contract 1). */
export interface UserClaims extends JwtOrigin, UserProfile {
  readonly issuer: string;
  readonly subject: string;
  /** Empty without the claim, and for what is not an address. */
  readonly email: string;
  /** Without characters that are not seen. Empty without the claim, or if it contains an unverified address. */
  readonly name: string;
}

/** The address that grants rights: verified by the provider in these claims. */
export const verifiedEmailOf = ({ email, emailVerified }: UserClaims): string | undefined =>
  emailVerified ? email : undefined;

const isText = (value: unknown, maxLength: number): value is string =>
  value !== '' && isStorableText(value, maxLength);

/** Validates the claims of a verified token; undefined if it identifies no user or a claim has the wrong type. */
export function readUserClaims(payload: Readonly<Record<string, unknown>>): ExpiringClaims | undefined {
  const { iss, sub, exp, iat, email, email_verified: emailVerified, name, credentials } = payload;
  if (!isText(iss, MAX_SUBJECT_LENGTH) || !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (typeof exp !== 'number' || !Number.isInteger(exp)) return undefined;
  const given = isEmailAddress(email) ? email : '';
  const clean = isText(name, MAX_NAME_LENGTH) ? cleanName(name) : '';
  const isVerified = given !== '' && emailVerified === true;
  return {
    issuer: iss,
    subject: sub,
    expiresAt: exp,
    issuedAt: typeof iat === 'number' ? iat : undefined,
    credentials: typeof credentials === 'number' ? credentials : undefined,
    email: given,
    emailVerified: isVerified,
    name: containsOtherAddress(clean, isVerified ? given : '') ? '' : clean,
  };
}

/**
 * Whether a name contains an address other than the verified one. Some providers copy the sign-up address into the name
 * before it is verified.
 */
const containsOtherAddress = (name: string, verified: string): boolean =>
  /[^\s@]@[^\s@]/.test(name.normalize('NFKC')) && emailKey(name) !== emailKey(verified);

/**
 * The profile updated with a token's claims: missing claims change nothing, and a verified address is replaced only by
 * another verified one.
 */
export function updatedProfile(profile: UserProfile, claims: UserClaims): UserProfile {
  const keepsAddress = claims.email === '' || (profile.emailVerified && !claims.emailVerified);
  const { email, emailVerified } = keepsAddress ? profile : claims;
  return { email, emailVerified, name: claims.name || profile.name };
}
