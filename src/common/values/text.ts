// PostgreSQL cannot store U+0000 in text, and an unpaired surrogate has no UTF-8 form.
const NUL = '\u0000';

/** Whether `value` is a string that a text column can hold: at most `maxLength` UTF-16 units, no NUL, well-formed. */
export const isStorableText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && !value.includes(NUL) && value.isWellFormed();
