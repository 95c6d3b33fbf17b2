import { emailKey } from '../../common/values/email-address.js';
import { isStorableText } from '../../common/values/text.js';

const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;

/** Claims of a JWT of a user. */
export interface ExpiringClaims extends UserClaims {
  /** `exp`, seconds since 1970. */
  readonly expiresAt: number;
}

/** Claims of an identity provider about a user (hub contract 1). */
export interface UserClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Empty without the claim. */
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty without the claim, or if it contains an unverified address. */
  readonly name: string;
}

/** The address that grants rights: verified by the provider in these claims. */
export const verifiedEmailOf = ({ email, emailVerified }: UserClaims): string | undefined =>
  emailVerified ? email : undefined;

const isText = (value: unknown, maxLength: number): value is string =>
  value !== '' && isStorableText(value, maxLength);

/** Validates the claims of a verified token; undefined if it identifies no user or a claim has the wrong type. */
export function readUserClaims(payload: Readonly<Record<string, unknown>>): ExpiringClaims | undefined {
  const { iss, sub, exp, email, email_verified: emailVerified, name } = payload;
  if (!isText(iss, MAX_SUBJECT_LENGTH) || !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (typeof exp !== 'number' || !Number.isInteger(exp)) return undefined;
  const given = isText(email, MAX_EMAIL_LENGTH) ? email : '';
  const isVerified = given !== '' && emailVerified === true;
  return {
    issuer: iss,
    subject: sub,
    expiresAt: exp,
    email: given,
    emailVerified: isVerified,
    name: isText(name, MAX_NAME_LENGTH) && !containsOtherAddress(name, isVerified ? given : '') ? name : '',
  };
}

/**
 * Whether a name contains an address other than the verified one. Some providers copy the sign-up address into the name
 * before it is verified.
 */
const containsOtherAddress = (name: string, verified: string): boolean =>
  /[^\s@]@[^\s@]/.test(name.normalize('NFKC')) && emailKey(name) !== emailKey(verified);
