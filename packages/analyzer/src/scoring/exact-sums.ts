/** The number of terms per group that count: the first in full, each further one half of the previous. */
const COUNTED_TERMS = 6;
const HALVINGS = 2 ** (COUNTED_TERMS - 1);

/** The number of `halvedSum` units in a point: hundredths, which can be halved five times without a fraction. */
export const UNITS_PER_POINT = 100 * HALVINGS;

/** The quotient of two integers, rounded half up. `whole` is positive, `part` is not negative. */
export const roundedQuotient = (part: number, whole: number): number =>
  Math.floor((2 * part + whole) / (2 * whole));

/** A term of a sum, in hundredths of a point; it counts less after greater terms of the same group. */
export interface Term {
  readonly group: string;
  readonly hundredths: number;
}

/**
 * The sum of the terms in `UNITS_PER_POINT`. In each group, sorted in descending order, term k counts 1/2^k, k < 6. The sum is
 * monotonic: with another term, the k-th greatest of a group is the same or greater for every k.
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

/** 100 points minus `units` of `UNITS_PER_POINT`, at least 0. */
export const leftOfHundred = (units: number): number =>
  roundedQuotient(Math.max(0, 100 * UNITS_PER_POINT - units), UNITS_PER_POINT);
