import { emailKey } from '../../common/values/email-address.js';
import { isStorableText } from '../../common/values/text.js';

const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;

/** What an identity provider says of a user (hub contract 1). */
export interface UserClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Empty where the provider does not say. */
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty where the provider does not say, or says an address that it does not vouch for. */
  readonly name: string;
}

/** The address that counts for rights: the one that the provider vouches for in these claims. */
export const verifiedEmailOf = ({ email, emailVerified }: UserClaims): string | undefined =>
  emailVerified ? email : undefined;

const isText = (value: unknown, maxLength: number): value is string =>
  value !== '' && isStorableText(value, maxLength);

/** Reads the claims of a verified token; undefined when it names nobody, or when a claim has the wrong type. */
export function readUserClaims(payload: Readonly<Record<string, unknown>>): UserClaims | undefined {
  const { iss, sub, exp, email, email_verified: emailVerified, name } = payload;
  if (!isText(iss, MAX_SUBJECT_LENGTH) || !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (!Number.isInteger(exp)) return undefined;
  const given = isText(email, MAX_EMAIL_LENGTH) ? email : '';
  const isVerified = given !== '' && emailVerified === true;
  return {
    issuer: iss,
    subject: sub,
    email: given,
    emailVerified: isVerified,
    name: isText(name, MAX_NAME_LENGTH) && !claimsAddress(name, isVerified ? given : '') ? name : '',
  };
}

/**
 * Whether a name shows an address other than the verified one. Some providers put the address that a user signed up with
 * into the name before they have verified it.
 */
const claimsAddress = (name: string, verified: string): boolean =>
  /[^\s@]@[^\s@]/.test(name.normalize('NFKC')) && emailKey(name) !== emailKey(verified);
