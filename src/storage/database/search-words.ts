import { hasTrigram, patternOf } from './like-pattern.js';

/** Most words of a search that are looked for; the cost of a search is bounded by it. */
const MAX_WORDS = 10;

/**
 * The words of a search, in compatibility form (NFKC): a text matches if it contains all of them, in any order. Letters
 * are compared by the database, regardless of case.
 */
export const searchWords = (text: string | undefined): readonly string[] =>
  [...new Set((text ?? '').normalize('NFKC').split(/\s+/u))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** SQL of a text in the form in which searches compare it. The index of a searched column has the same expression. */
export const folded = (sql: string): string => `lower(normalize(${sql}, NFKC))`;

/** A condition that a text has all words, with its parameters. */
export interface WordsCondition {
  readonly sql: string;
  readonly values: readonly string[];
}

/**
 * All words in `text`, which is folded.
 * @param first the number of the first parameter
 */
export function allWordsIn(text: string, words: readonly string[], first: number): WordsCondition {
  const conditions = words.map((word, index) => {
    const parameter = folded(`$${first + index}::text`);
    // Two statements, because a cached generic plan would use the index even for patterns that it does not help.
    return hasTrigram(word) ? `${text} LIKE ${parameter}` : `strpos(${text}, ${parameter}) > 0`;
  });
  return {
    sql: conditions.length === 0 ? 'true' : conditions.join(' AND '),
    values: words.map((word) => (hasTrigram(word) ? patternOf(word) : word)),
  };
}

/** All words in any of a few short texts of a row, without an index. `null` finds everything. */
export const hasWords = (texts: readonly string[], parameter: string): string =>
  `(${parameter}::text[] IS NULL OR NOT EXISTS (
      SELECT FROM unnest(${parameter}::text[]) AS word
       WHERE strpos(${folded(`concat_ws(E'\\n', ${texts.join(', ')})`)}, ${folded('word')}) = 0))`;

/** The parameter of `hasWords`. */
export function wordsParameter(text: string | undefined): readonly string[] | null {
  const words = searchWords(text);
  return words.length === 0 ? null : words;
}
