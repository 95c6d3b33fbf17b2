const MAX_LENGTH = 1024;

// Printable ASCII: before parsing a URL, a browser drops tabs and line breaks and treats a backslash as a slash.
const PATH = /^\/(?!\/)[!-[\]-~]*$/;

/** The rule in an error message. */
export const RETURN_TARGET_RULE = `must be a path of this service, such as /orgs, of at most ${MAX_LENGTH} characters`;

/** Whether `text` as a redirect target keeps the browser on this service. */
export const isReturnTarget = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && PATH.test(text);
