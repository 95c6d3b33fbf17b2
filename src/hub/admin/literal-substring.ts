import { patternOf } from '../../storage/database/like-pattern.js';

/**
 * LIKE pattern for a literal substring; null without a text. It is for lower-case columns; lower-case the pattern in
 * the database too, with `lower($1)`.
 */
export const literalSubstring = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : patternOf(text);
