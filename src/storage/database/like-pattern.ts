/** The pattern of SQL's LIKE for whatever holds a text as it is written. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether an index on trigrams can find what holds a text. A text without three letters or digits in a row has none, and
 * the index would be read from its beginning to its end.
 */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
