import { isStorableText } from '../../../common/values/text.js';
import { searchWords } from '../../../storage/database/search-words.js';

export const SEARCH_MAX_LENGTH = 200;

/** The rule in an error message. */
export const SEARCH_RULE = `must be a string of at most ${SEARCH_MAX_LENGTH} characters without control characters`;

/** Whether `value` is a valid search text. */
export const isSearchText = (value: unknown): value is string =>
  isStorableText(value, SEARCH_MAX_LENGTH) && !/\p{Cc}/u.test(value);

/** What a search looks for: all words, in any order, regardless of case. */
export interface SearchTerm {
  readonly text: string;
  readonly words: readonly string[];
}

/** The search term of a query; undefined if it has no word. */
export function searchTerm(query: string | undefined): SearchTerm | undefined {
  const words = searchWords(query);
  return words.length === 0 ? undefined : { text: words.join(' '), words };
}
