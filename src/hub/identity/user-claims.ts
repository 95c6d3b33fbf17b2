import { isStorableText } from '../../common/values/text.js';
const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;

/** What an identity provider says of a user (hub spec, Authentication: claims used). */
export interface UserClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Empty where the provider does not say. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

const isText = (value: unknown, maxLength: number): value is string =>
  value !== '' && isStorableText(value, maxLength);

/** Reads the claims of a verified token; undefined when it names nobody, or when a claim has the wrong type. */
export function readUserClaims(
  payload: Readonly<Record<string, unknown>> | undefined,
): UserClaims | undefined {
  if (payload === undefined) return undefined;
  const { iss, sub, exp, email, email_verified: emailVerified, name } = payload;
  if (!isText(iss, MAX_SUBJECT_LENGTH) || !isText(sub, MAX_SUBJECT_LENGTH)) return undefined;
  if (!Number.isInteger(exp)) return undefined;
  const given = isText(email, MAX_EMAIL_LENGTH) ? email : '';
  return {
    issuer: iss,
    subject: sub,
    email: given,
    emailVerified: given !== '' && emailVerified === true,
    name: isText(name, MAX_NAME_LENGTH) ? name : given,
  };
}
