import { randomBytes } from 'node:crypto';

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** The rule in an error message. */
export const USERNAME_RULE =
  'must be 1 to 64 letters, digits, ".", "_", "@" or "-", beginning with a letter or digit';

/** Whether `text` can name a local user. */
export const isUsername = (text: unknown): text is string => typeof text === 'string' && USERNAME.test(text);

const PASSWORD_MIN_BYTES = 12;
/** Longer passwords are refused before hashing. */
export const PASSWORD_MAX_BYTES = 1024;

/** The rule in an error message. */
export const PASSWORD_RULE = `must be ${PASSWORD_MIN_BYTES} to ${PASSWORD_MAX_BYTES} bytes long`;

/** A random password of 144 bits. */
export const newPassword = (): string => randomBytes(18).toString('base64url');

/** Whether `text` can become the password of a local user. */
export function isPassword(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  return bytes >= PASSWORD_MIN_BYTES && bytes <= PASSWORD_MAX_BYTES;
}
