const SLUG = /^[a-z0-9][a-z0-9-]*$/;

export const WORD_SLUG_LENGTH = 50;

/** The rule, as an error message tells it. */
export const WORD_SLUG_RULE = `must be 1 to ${WORD_SLUG_LENGTH} lower-case letters, digits or "-", beginning with a letter or digit`;

/** Whether `text` can be the slug of a category or tag. */
export const isTermSlug = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= WORD_SLUG_LENGTH && SLUG.test(text);
