/** A number with the separators of the reader's language. */
export const count = (value: number): string => new Intl.NumberFormat().format(value);

/** How many there are, in words: "1 user", or "2 users". */
export const counted = (value: number, noun: string): string =>
  value === 1 ? `1 ${noun}` : `${count(value)} ${noun}s`;
