// RFC 5321, 4.5.3.1.
const MAX_LENGTH = 254;

// Excludes spaces, control characters, and the separators, quotes and comment characters of address headers.
const ADDRESS = /^[^\s\p{C}@<>()[\]",;:\\]{1,64}@[^\s\p{C}@<>()[\]",;:\\]{1,253}$/u;

/** The rule in an error message. */
export const EMAIL_RULE = 'must be an e-mail address such as alice@example.com';

/** Whether `text` is a well-formed e-mail address. Only a mail can verify it. */
export const isEmailAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && ADDRESS.test(text);

/**
 * The form in which addresses are compared. Lowercases only ASCII: some other letters have an ASCII lower case, and the
 * owner of such an address must not be mistaken for someone else.
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
