import { withoutKeys } from '../credentials/without-keys.js';

type Range = readonly [first: number, last: number];

/**
 * Characters that are not shown: control characters, those that change the direction of a text or cannot be seen, and those
 * whose looks nobody has fixed. They are listed, so that what is one does not depend on the runtime's Unicode tables.
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
  // Halves of surrogate pairs, and what is for private use.
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

/** Marks that stack on a letter. */
const MARKS: readonly Range[] = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
];

/** A class of characters in a pattern. */
const oneOf = (ranges: readonly Range[]): string =>
  `[${ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('')}]`;

const HIDDEN_PATTERN = new RegExp(oneOf(HIDDEN), 'gu');
/** More than any language needs. */
const STACKED_PATTERN = new RegExp(`(${oneOf(MARKS)}{3})${oneOf(MARKS)}+`, 'gu');
/** What parts words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]/gu;
/** What follows them would be out of sight. */
const GAPS = /\s{2,}/gu;

/** Longer names help nobody. */
const MAX_LENGTH = 300;

/** Longer than any credential: the end of what is looked at may hold a part of one, which would not be recognized. */
const MARGIN = 4096;

/** The beginning of a text, without half a character at its end. */
const beginning = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/**
 * A text of a package, as it may be shown: in one line, what cannot be seen or turns the text around is gone, and it is not
 * endless, and no credential stands in it that can be recognized by its format. Lone surrogates become the replacement character, so that every output is valid UTF-8.
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
 * A JSON text with escapes in place of characters that are not shown: it has the same meaning, and does nothing to a
 * terminal that it is written to. Ends of lines are kept, since in JSON they only stand between values.
 */
export const escapeHidden = (json: string): string =>
  json.replace(HIDDEN_PATTERN, (hidden) => (hidden === '\n' ? hidden : escaped(hidden)));

/**
 * A path as it may be shown, with `\\u{202e}` in place of characters that are not. No path of a package has a backslash of
 * its own, so that `pathOf` gives the file's name back.
 */
export const printablePath = (path: string): string =>
  path.replace(HIDDEN_PATTERN, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`);

/** The path that is shown like this. */
export const pathOf = (shown: string): string =>
  shown.replaceAll(/\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/gu, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
