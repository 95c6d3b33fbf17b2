import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { halvedSum, leftOfHundred, roundedQuotient, type Term, UNITS_PER_POINT } from './exact-sums.js';

const term = fc.record<Term>({
  group: fc.constantFrom('a', 'b', 'c'),
  hundredths: fc.integer({ min: 0, max: 4000 }),
});
const terms = fc.array(term, { maxLength: 30 });

const ofOneGroup = (...hundredths: number[]): Term[] =>
  hundredths.map((value) => ({ group: 'a', hundredths: value }));

describe('roundedQuotient', () => {
  it.each([
    [0, 7, 0],
    [1, 2, 1],
    [49, 100, 0],
    [50, 100, 1],
    [5749, 100, 57],
    [5750, 100, 58],
    // In floating point, 1.005 is slightly below its decimal value.
    [1005, 10, 101],
  ])('of %d and %d is %d', (part, whole, quotient) => {
    expect(roundedQuotient(part, whole)).toBe(quotient);
  });
});

describe('halvedSum', () => {
  it.each([
    ['nothing', [], 0],
    ['one term, in full', ofOneGroup(4000), 40],
    ['further terms, halved each time', ofOneGroup(4000, 4000, 4000), 70],
    ['a smaller term before the greatest', ofOneGroup(1000, 4000), 45],
    ['six terms', ofOneGroup(3200, 3200, 3200, 3200, 3200, 3200), 63],
    ['no more than six terms', ofOneGroup(...Array<number>(50).fill(3200)), 63],
    [
      'terms of several groups, each in full',
      [
        { group: 'a', hundredths: 2000 },
        { group: 'b', hundredths: 1400 },
      ],
      34,
    ],
  ])('counts %s', (_what, given, points) => {
    expect(halvedSum(given)).toBe(points * UNITS_PER_POINT);
  });

  it('never decreases with another term', () => {
    fc.assert(
      fc.property(terms, term, (given, another) => {
        expect(halvedSum([...given, another])).toBeGreaterThanOrEqual(halvedSum(given));
      }),
    );
  });

  it('is an integer and does not depend on the order', () => {
    const shuffled = terms.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(Number.isSafeInteger(halvedSum(given))).toBe(true);
        expect(halvedSum(other)).toBe(halvedSum(given));
      }),
    );
  });
});

describe('leftOfHundred', () => {
  it.each([
    [0, 100],
    [0.75, 99],
    [43.8, 56],
    [43.5, 57],
    [100, 0],
    [5000, 0],
  ])('after %d points is %d', (points, left) => {
    expect(leftOfHundred(points * UNITS_PER_POINT)).toBe(left);
  });
});
