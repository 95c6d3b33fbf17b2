import { describe, expect, it } from '@jest/globals';
import { hasAtMostValues } from './json-size.js';

const fits = (value: unknown, max: number): boolean =>
  hasAtMostValues(Buffer.from(JSON.stringify(value)), max);

describe('hasAtMostValues', () => {
  it('counts the values of lists and objects', () => {
    expect(
      fits(
        Array.from({ length: 99 }, () => 1),
        100,
      ),
    ).toBe(true);
    expect(
      fits(
        Array.from({ length: 100 }, () => ({})),
        100,
      ),
    ).toBe(false);
    expect(fits(Object.fromEntries(Array.from({ length: 200 }, (_unused, n) => [n, n])), 100)).toBe(false);
  });

  it('counts nothing within strings, whatever they quote', () => {
    expect(fits({ text: ',[{'.repeat(1000), quoted: '\\",\\'.repeat(1000) }, 10)).toBe(true);
  });
});
