import { isStorableText } from '../../common/values/text.js';
import { hasTrigram, patternOf } from '../../storage/database/like-pattern.js';

export const SEARCH_MAX_LENGTH = 200;

/** The rule in an error message. */
export const SEARCH_RULE = `must be a string of at most ${SEARCH_MAX_LENGTH} characters without control characters`;

/** Whether `value` is a valid search text. */
export const isSearchText = (value: unknown): value is string =>
  isStorableText(value, SEARCH_MAX_LENGTH) && !/\p{Cc}/u.test(value);

/** A case-insensitive search term. */
export interface SearchTerm {
  readonly text: string;
  /** LIKE pattern for texts that contain the term. */
  readonly pattern: string;
  /** Whether the trigram index supports the term. */
  readonly indexed: boolean;
}

/** The search term of a query, without surrounding spaces; undefined if it is empty. */
export function searchTerm(query: string | undefined): SearchTerm | undefined {
  const text = query?.trim() ?? '';
  if (text === '') return undefined;
  return {
    text,
    pattern: patternOf(text),
    indexed: hasTrigram(text),
  };
}
