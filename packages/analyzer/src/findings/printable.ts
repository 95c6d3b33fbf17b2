import { withoutKeys } from '../credentials/without-keys.js';
import { HIDDEN_PATTERN, STACKED_PATTERN } from '../common/hidden-characters.js';

/** Forms of the character before, as in emoji. */
const VARIATIONS = /[\ufe00-\ufe0f]/gu;
/** Characters that separate words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]/gu;
/** Runs of whitespace, which could push text out of sight. */
const GAPS = /\s{2,}/gu;

/** The maximum length of printed text. */
const MAX_LENGTH = 300;

/** Longer than any credential: the end of the examined part may contain a truncated one, which would not be recognized. */
const MARGIN = 4096;

/** The beginning of a text, without half a surrogate pair at its end. */
const beginning = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** What stands for a character that is not printed. */
const escapeOf = (hidden: string): string => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Makes text from a package safe to print: on one line, with invisible and direction-changing characters escaped as `\u{202e}`,
 * truncated, and with credentials of known formats redacted. Lone surrogates become U+FFFD, so that all output is valid UTF-8.
 */
export function printable(text: string, limit = MAX_LENGTH): string {
  const looked = beginning(text, limit * 4 + MARGIN);
  // Before hidden characters are escaped: they leave a key readable, and escapes would hide it from its pattern.
  const bare = withoutKeys(looked.toWellFormed())
    .replace(BREAKS, ' ')
    .replace(VARIATIONS, '')
    .replace(HIDDEN_PATTERN, escapeOf)
    .replace(GAPS, ' ')
    .replace(STACKED_PATTERN, '$1');
  const plain = looked.length === text.length ? bare : bare.slice(0, -MARGIN);
  const isWhole = plain.length <= limit && looked.length === text.length;
  return isWhole ? plain : `${beginning(plain, limit - 1)}…`;
}

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Escapes invisible characters in a JSON text: the parsed value stays the same, and the text cannot affect a terminal. Line
 * breaks are kept, since in JSON they only occur between tokens.
 */
export const escapeHidden = (json: string): string =>
  json.replace(HIDDEN_PATTERN, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));

/**
 * Escapes a path for printing, with `\\u{202e}` for invisible characters. Paths in packages contain no backslash, so that
 * `pathOf` is the inverse.
 */
export const printablePath = (path: string): string => path.replace(HIDDEN_PATTERN, escapeOf);

/** The path for a printed path. */
export const pathOf = (shown: string): string =>
  shown.replaceAll(/\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/gu, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
