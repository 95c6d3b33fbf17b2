/**
 * Names that every message has which this program may change, and that none has which it may not. Some clients read members in any
 * case, and take two other letters for `s` and `k`.
 */
const SERVER_NAMES = /"(?:tools|prompts|resources|resourcetemplates)"/i;
const FOLDED = ['\u017f', '\u212a'].map((letter) => Buffer.from(letter));
const CLIENT_NAMES = ['tools/', 'prompts/', 'resources/', 'completion/'].map((name) => Buffer.from(name));
/** JSON may write every letter as an escape of its number, and a slash behind a backslash. */
const ESCAPE = Buffer.from('\\u');
const LETTER = /\\u(?:00[4-7]|017f|212a)/i;
const ESCAPED_SLASH = Buffer.from('\\/');
const ASCII = /\\u00[2-7]/;

const mentions = (bytes: Buffer, names: readonly Buffer[]): boolean =>
  names.some((name) => bytes.includes(name));

/**
 * Whether messages of a server may list tools, prompts or resources: a search for words, which costs a hundredth of reading them.
 * A name within a text has a backslash before its quotes, so texts about tools are not found.
 */
export function mayList(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return SERVER_NAMES.test(text) || mentions(bytes, FOLDED) || (bytes.includes(ESCAPE) && LETTER.test(text));
}

/** Whether messages of a client may call a tool, or ask for a prompt or a resource. */
export const mayCall = (bytes: Buffer): boolean =>
  mentions(bytes, CLIENT_NAMES) ||
  bytes.includes(ESCAPED_SLASH) ||
  (bytes.includes(ESCAPE) && ASCII.test(bytes.toString('latin1')));
