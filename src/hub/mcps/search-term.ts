import { isStorableText } from '../../common/values/text.js';
import { hasTrigram, patternOf } from '../../storage/database/like-pattern.js';

export const SEARCH_MAX_LENGTH = 200;

/** The rule, as an error message tells it. */
export const SEARCH_RULE = `must be a string of at most ${SEARCH_MAX_LENGTH} characters without control characters`;

/** Whether `value` can be searched for. */
export const isSearchText = (value: unknown): value is string =>
  isStorableText(value, SEARCH_MAX_LENGTH) && !/\p{Cc}/u.test(value);

/** What is searched for, in any case. */
export interface SearchTerm {
  readonly text: string;
  /** Of SQL's LIKE: anything with the text in it. */
  readonly pattern: string;
  /** Whether an index on trigrams can find it. */
  readonly indexed: boolean;
}

/** What a query searches for; undefined for everything. Blanks around it do not count. */
export function searchTerm(query: string | undefined): SearchTerm | undefined {
  const text = query?.trim() ?? '';
  if (text === '') return undefined;
  return {
    text,
    pattern: patternOf(text),
    indexed: hasTrigram(text),
  };
}
