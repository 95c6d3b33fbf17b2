import { withoutKeys } from '../credentials/without-keys.js';

type Range = readonly [first: number, last: number];

/**
 * Characters that are not printed: control characters, those that change the text direction or are invisible, and those without a
 * defined glyph. The list is fixed, so that it does not depend on the runtime's Unicode tables.
 */
const HIDDEN: readonly Range[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  // Surrogates and private use characters.
  [0xd800, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x13430, 0x1345f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0x10ffff],
];

/** Combining marks. */
const MARKS: readonly Range[] = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
];

/** A character class of a regular expression. */
const oneOf = (ranges: readonly Range[]): string =>
  `[${ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('')}]`;

const HIDDEN_PATTERN = new RegExp(oneOf(HIDDEN), 'gu');
/** More combining marks than any language needs. */
const STACKED_PATTERN = new RegExp(`(${oneOf(MARKS)}{3})${oneOf(MARKS)}+`, 'gu');
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

/**
 * Makes text from a package safe to print: on one line, without invisible and direction-changing characters, truncated, and with
 * credentials of known formats redacted. Lone surrogates become U+FFFD, so that all output is valid UTF-8.
 */
export function printable(text: string, limit = MAX_LENGTH): string {
  const looked = beginning(text, limit * 4 + MARGIN);
  const seen = looked
    .toWellFormed()
    .replace(BREAKS, ' ')
    .replace(HIDDEN_PATTERN, '')
    .replace(GAPS, ' ')
    .replace(STACKED_PATTERN, '$1');
  const bare = withoutKeys(seen);
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
export const printablePath = (path: string): string =>
  path.replace(HIDDEN_PATTERN, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`);

/** The path for a printed path. */
export const pathOf = (shown: string): string =>
  shown.replaceAll(/\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/gu, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
