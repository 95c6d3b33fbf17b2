/** The pattern of SQL's LIKE for whatever holds a text as it is written. */
export const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
