import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countsAtMost, isWithinDepth } from './json.js';

/** All values within a value, including itself. */
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

  it('handles nesting that would overflow the stack of a recursive function', () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(countsAtMost(value, 100_001)).toBe(true);
  });
});

/** Containers on the longest path from the root to a leaf. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((child) => depthOf(child)))
    : 0;

describe('isWithinDepth', () => {
  it.each([
    ['[]', 0],
    ['{}', 0],
    ['[[]]', 1],
    ['{"a":{"b":1}}', 1],
    ['[1,[2],{"a":[[3]]}]', 3],
  ])('refuses %s at %i levels', (json, depth) => {
    expect(isWithinDepth(JSON.parse(json), depth)).toBe(false);
    expect(isWithinDepth(JSON.parse(json), depth + 1)).toBe(true);
  });

  it.each(['1', '"[[[["', 'true', 'null'])('accepts %s at zero levels', (json) => {
    expect(isWithinDepth(JSON.parse(json), 0)).toBe(true);
  });

  it('measures the deepest branch', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(7), (value, limit) => {
        expect(isWithinDepth(value, limit)).toBe(depthOf(value) <= limit);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['[', '{"a":'])('terminates on a hundred thousand nested %s', (opening) => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) value = opening === '[' ? [value] : { a: value };
    expect(isWithinDepth(value, 64)).toBe(false);
    expect(isWithinDepth(value, 100_000)).toBe(true);
  });

  it('counts a member named __proto__', () => {
    expect(isWithinDepth(JSON.parse('{"__proto__":{"a":{}}}'), 2)).toBe(false);
  });
});
