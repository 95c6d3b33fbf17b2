/** Characters that cannot be seen, or only change how others are shown. */
// eslint-disable-next-line no-misleading-character-class -- Each of these characters by itself is looked for.
const INVISIBLE = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu;
const TAGS = /[\u{e0000}-\u{e0fff}]/gu;

/** Letters of other scripts that look like these Latin ones. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Array.from('аеорсухіјѕԁһցոοανικτ', (letter, index) => [letter, 'aeopcyxijsdhgnoavikt'.charAt(index)]),
);

/** A word whose letters are of several scripts, as it looks. */
const asItLooks = (word: string): string =>
  /[a-z]/u.test(word) && /[\u0370-\u058f]/u.test(word)
    ? Array.from(word, (letter) => ALIKE.get(letter) ?? letter).join('')
    : word;

/** A text as a model reads it: in small letters, without marks of emphasis, quotes and what cannot be seen, on one line. */
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
    .replace(/\p{L}+/gu, asItLooks)
    .trim();
}

/** Ends of sentences: a dot before a blank, an empty line, a new point of a list. A dot in a file's name is none. */
const ENDS = /(?<=[.!?;。！？])["')\]]*\s+|\n[ \t]*\n|\n[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+|<[^<>\n]{1,40}>/u;

/** The sentences of a text, each as a model reads it. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(ENDS)
    .map(plainText)
    .filter((sentence) => sentence !== '');
