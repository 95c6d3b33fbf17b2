import { patternOf } from '../../storage/database/like-pattern.js';

/**
 * The LIKE pattern of whatever holds a text as it is written; null for no text, which is no condition. The column is to be
 * in lower case, and so must the pattern be made by the database: `lower($1)`.
 */
export const literalSubstring = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : patternOf(text);
