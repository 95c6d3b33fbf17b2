import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countsAtMost } from './json-count.js';

/** All values within a value, itself included. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, child: unknown) => sum + countOf(child), 0)
    : 1;

describe('countsAtMost', () => {
  it('counts every value of a JSON value once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const count = countOf(value);
        expect(countsAtMost(value, count)).toBe(true);
        expect(countsAtMost(value, count - 1)).toBe(false);
      }),
    );
  });

  it.each([
    ['nothing', null, 1],
    ['null in a list', [null, null], 3],
    ['an empty list', [], 1],
    ['lists in lists', [[], [[]]], 4],
  ])('counts %s', (_what, value, count) => {
    expect(countsAtMost(value, count)).toBe(true);
    expect(countsAtMost(value, count - 1)).toBe(false);
  });

  it('takes nesting that no recursion would survive', () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(countsAtMost(value, 100_001)).toBe(true);
  });
});
