/** A LIKE pattern that matches strings containing `text` literally. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a trigram index can be used to search for a text. A text without three consecutive letters or digits has no
 * trigrams, and would cause a full scan of the index.
 */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
