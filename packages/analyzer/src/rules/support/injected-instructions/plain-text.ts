/** Characters that cannot be seen, or only change how others are shown. */
// eslint-disable-next-line no-misleading-character-class -- Each of these characters by itself is looked for.
const INVISIBLE = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu;
const TAGS = /[\u{e0000}-\u{e0fff}]/gu;

/** Homoglyphs of Latin letters in other scripts. */
const HOMOGLYPHS: ReadonlyMap<string, string> = new Map(
  Array.from('аеорсухіјѕԁһցոοανικτ', (letter, index) => [letter, 'aeopcyxijsdhgnoavikt'.charAt(index)]),
);

/** Replaces homoglyphs in a word of mixed scripts. */
const withoutHomoglyphs = (word: string): string =>
  /[a-z]/u.test(word) && /[\u0370-\u058f]/u.test(word)
    ? Array.from(word, (letter) => HOMOGLYPHS.get(letter) ?? letter).join('')
    : word;

/**
 * Normalizes a text to what a model reads: lower case, on one line, without emphasis, quotes and invisible characters.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(TAGS, '')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/[*`"“”„«»]+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/\p{L}+/gu, withoutHomoglyphs)
    .trim();
}

/** Sentence boundaries: punctuation before whitespace, an empty line, a list item. A dot in a file name is not one. */
const ENDS = /(?<=[.!?;。！？])["')\]]*\s+|\n[ \t]*\n|\n[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+|<[^<>\n]{1,40}>/u;

/** The sentences of a text, each normalized by `plainText`. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(ENDS)
    .map(plainText)
    .filter((sentence) => sentence !== '');
