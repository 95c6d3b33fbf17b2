import { hasHidden } from './visible-text.js';

// RFC 5321, 4.5.3.1.
const MAX_LENGTH = 254;

// Atoms of RFC 5322 and RFC 6532, with dots anywhere, as some providers give out; no quotes, comments or spaces.
const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** The rule in an error message. */
export const EMAIL_RULE = 'must be an e-mail address such as alice@example.com';

/** Whether `text` is a well-formed e-mail address. Only a mail can verify it. */
export const isEmailAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && !hasHidden(text) && isLocalAtDomain(text);

function isLocalAtDomain(text: string): boolean {
  const [local = '', domain = '', ...others] = text.split('@');
  return others.length === 0 && LOCAL.test(local) && domain.split('.').every((label) => LABEL.test(label));
}

/**
 * The form in which addresses are compared. Lowercases only ASCII: some other letters have an ASCII lower case, and the
 * owner of such an address must not be mistaken for someone else.
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
