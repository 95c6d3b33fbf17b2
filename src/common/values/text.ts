// PostgreSQL cannot store U+0000 in text, and an unpaired surrogate has no UTF-8 form.
const NUL = '\u0000';
// What moves the cursor of a terminal, breaks a line, or reverses the order in which text is read.
const NOT_PRINTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const NOT_PRINTED_OR_INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const REPLACEMENT = '\ufffd';

/** Whether `value` is a string that a text column can hold: at most `maxLength` UTF-16 units, no NUL, well-formed. */
export const isStorableText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && !value.includes(NUL) && value.isWellFormed();

/**
 * Whether `value` is storable text that can be shown in one line of a terminal: no control characters, line breaks or
 * bidirectional formatting characters.
 */
export const isSingleLine = (value: unknown, maxLength: number): value is string =>
  isStorableText(value, maxLength) && !NOT_PRINTED.test(value);

/**
 * Any text in a form that can be stored and shown in one line: what is not printed is replaced by U+FFFD, and what is
 * longer than `maxLength` characters ends in an ellipsis.
 */
export function printable(text: string, maxLength: number): string {
  // No more than is needed is looked at, however long the text is: a character has two UTF-16 units at most.
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  const shown = characters.length > maxLength ? [...characters.slice(0, maxLength - 1), '…'] : characters;
  return shown.join('').replaceAll(NOT_PRINTED_OR_INVISIBLE, REPLACEMENT);
}
