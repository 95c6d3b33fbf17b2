import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { percentOf, rateOf } from './numbers.js';

describe('a rate', () => {
  it.each([
    [19, 20, 0.95],
    [2, 3, 0.6667],
    [21, 22, 0.9545],
    [99_999, 100_000, 0.9999],
    [1, 100_000, 0.0001],
    [0, 7, 0],
    [7, 7, 1],
    [0, 0, 0],
  ])('of %i of %i is %d', (passed, all, rate) => {
    expect(rateOf(passed, all)).toBe(rate);
  });

  it('is 1 only if all have passed and 0 only if none has, and differs by less than its last decimal', () => {
    const counts = fc
      .integer({ min: 1, max: 10_000_000 })
      .chain((all) => fc.tuple(fc.nat(all), fc.constant(all)));
    fc.assert(
      fc.property(counts, ([passed, all]) => {
        const rate = rateOf(passed, all);
        expect([rate === 1, rate === 0]).toEqual([passed === all, passed === 0]);
        expect(Math.abs(rate - passed / all)).toBeLessThan(0.0001);
        expect([percentOf(passed, all) === 100, percentOf(passed, all) === 0]).toEqual([
          rate === 1,
          rate === 0,
        ]);
        expect(String(rate)).toMatch(/^[01](\.\d{1,4})?$/);
      }),
    );
  });
});
