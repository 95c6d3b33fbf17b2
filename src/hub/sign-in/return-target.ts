const MAX_LENGTH = 1024;

// Printable ASCII: a browser drops tabs and line breaks, and takes a backslash for a slash, before it reads what is left.
const PATH = /^\/(?!\/)[!-[\]-~]*$/;

/** The rule, as an error message tells it. */
export const RETURN_TARGET_RULE = `must be a path of this service, such as /orgs, of at most ${MAX_LENGTH} characters`;

/** Whether a browser that is sent to `text` from a page of this service stays with this service. */
export const isReturnTarget = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && PATH.test(text);
