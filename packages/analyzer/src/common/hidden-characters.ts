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

/** Ranges of a character class of a regular expression. */
const classOf = (ranges: readonly Range[]): string =>
  ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('');

export const HIDDEN_PATTERN = new RegExp(`[${classOf(HIDDEN)}]`, 'gu');
/** More combining marks than any language needs. */
export const STACKED_PATTERN = new RegExp(`([${classOf(MARKS)}]{3})[${classOf(MARKS)}]+`, 'gu');
/** What leaves a word readable where it is in it. Tabs and line breaks end words. */
const UNSEEN = new RegExp(`(?![\\t\\n\\r])[${classOf([...HIDDEN, ...MARKS, [0xfffd, 0xfffd]])}]`, 'gu');

/** A text as it is seen: without hidden characters and combining marks. */
export interface SeenText {
  readonly text: string;
  /** The index in the whole text of a character of this one. */
  readonly at: (index: number) => number;
  /** Whether something unseen is before a character of this text. */
  readonly isAfterUnseen: (index: number) => boolean;
}

/** A text as it is seen. Takes linear time. */
export function seenIn(whole: string): SeenText {
  const text = whole.replace(UNSEEN, '');
  if (text.length === whole.length) return { text, at: (index) => index, isAfterUnseen: () => false };
  const indices = new Uint32Array(text.length);
  let [to, from] = [0, 0];
  for (const { index, 0: unseen } of whole.matchAll(UNSEEN)) {
    while (from < index) indices[to++] = from++;
    from = index + unseen.length;
  }
  while (from < whole.length) indices[to++] = from++;
  const at = (index: number): number => indices[index] ?? whole.length;
  return { text, at, isAfterUnseen: (index) => at(index) !== (index === 0 ? 0 : at(index - 1) + 1) };
}
