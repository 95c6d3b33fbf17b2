import { hasHidden, isSeen, replaceHidden } from './visible-text.js';

// PostgreSQL cannot store U+0000 in text, and an unpaired surrogate has no UTF-8 form.
const NUL = '\u0000';
const REPLACEMENT = '\ufffd';

/** Whether `value` is a string that a text column can hold: at most `maxLength` UTF-16 units, no NUL, well-formed. */
export const isStorableText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && !value.includes(NUL) && value.isWellFormed();

/**
 * Whether `value` is storable text that can be shown in one line of a terminal: no control characters, line breaks, or
 * characters that are invisible or change the direction of text.
 */
export const isSingleLine = (value: unknown, maxLength: number): value is string =>
  isStorableText(value, maxLength) && !hasHidden(value);

/** The rule for a name in an error message. */
export const nameRule = (maxLength: number): string =>
  `must be a string of 1 to ${maxLength} characters, not only spaces, without line breaks, control characters, ` +
  'and characters that are invisible or change the direction of text';

/** Whether `value` can be the name of something: storable text that people see as it is. */
export const isName = (value: unknown, maxLength: number): value is string =>
  isStorableText(value, maxLength) && isSeen(value);

/**
 * Converts any text to a form that can be stored and shown in one line: replaces non-printable characters with U+FFFD,
 * and truncates to `maxLength` characters with an ellipsis.
 */
export function printable(text: string, maxLength: number): string {
  // Examines only as much of a long text as needed: a character has at most two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  const shown = characters.length > maxLength ? [...characters.slice(0, maxLength - 1), '…'] : characters;
  return replaceHidden(shown.join('').toWellFormed(), () => REPLACEMENT);
}
