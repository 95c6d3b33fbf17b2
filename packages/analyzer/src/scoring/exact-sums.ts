/** How many terms of one group count: the first in full, each further one half of the one before. */
const COUNTED_TERMS = 6;
const HALVINGS = 2 ** (COUNTED_TERMS - 1);

/** How many units of `halvedSum` are one point: hundredths, each halved five times and still whole. */
export const UNITS_PER_POINT = 100 * HALVINGS;

/** A quotient of whole numbers to the nearest whole number, halves up. `whole` is above 0, `part` not below it. */
export const roundedQuotient = (part: number, whole: number): number =>
  Math.floor((2 * part + whole) / (2 * whole));

/** A term of a sum: `hundredths` of a point, which count less behind greater ones of the same group. */
export interface Term {
  readonly group: string;
  readonly hundredths: number;
}

/**
 * The sum of the terms in `UNITS_PER_POINT`, where in each group, from the greatest on, the k-th counts 1/2^k, k < 6.
 * Another term never makes it less: the k-th greatest of a group is then the same or greater, for every k.
 */
export function halvedSum(terms: readonly Term[]): number {
  let sum = 0;
  for (const group of Map.groupBy(terms, (term) => term.group).values()) {
    const descending = group.map((term) => term.hundredths).sort((a, b) => b - a);
    for (const [k, hundredths] of descending.slice(0, COUNTED_TERMS).entries()) {
      sum += (hundredths * HALVINGS) / 2 ** k;
    }
  }
  return sum;
}

/** What is left of 100 points, none below 0, after `units` of `UNITS_PER_POINT` are taken. */
export const leftOfHundred = (units: number): number =>
  roundedQuotient(Math.max(0, 100 * UNITS_PER_POINT - units), UNITS_PER_POINT);
