// RFC 5321, 4.5.3.1.
const MAX_LENGTH = 254;

// Neither spaces and control characters nor what separates, quotes or comments addresses in a header.
const ADDRESS = /^[^\s\p{C}@<>()[\]",;:\\]{1,64}@[^\s\p{C}@<>()[\]",;:\\]{1,253}$/u;

/** The rule, as an error message tells it. */
export const EMAIL_RULE = 'must be an e-mail address such as alice@example.com';

/** Whether `text` can be an e-mail address; whether mail arrives there, only mail can tell. */
export const isEmailAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && ADDRESS.test(text);

/**
 * The form in which addresses are compared. Of ASCII alone: there are other letters whose small form is one of ASCII, and
 * somebody who owns such an address must not be taken for somebody else.
 */
export const emailKey = (email: string): string =>
  email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
