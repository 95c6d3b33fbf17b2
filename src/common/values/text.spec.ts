import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isStorableText } from './text.js';

describe('isStorableText', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['a high surrogate alone', 'a\ud83d'],
    ['a low surrogate alone', '\ude00a'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
    ['more than the greatest length', 'a'.repeat(11)],
    ['more UTF-16 units than the greatest length', '😀'.repeat(6)],
    ['a number', 1],
    ['null', null],
    ['undefined', undefined],
    ['a list', ['a']],
    ['an object with a length', { length: 1 }],
  ])('refuses %s', (_what, value) => {
    expect(isStorableText(value, 10)).toBe(false);
  });

  it.each(['', 'a', 'a'.repeat(10), '😀'.repeat(5), 'ä\n\t', '\u0001', '\ufffd', '\uffff'])(
    'takes %j',
    (value) => {
      expect(isStorableText(value, 10)).toBe(true);
    },
  );

  it('takes only what UTF-8 gives back unchanged', () => {
    const units = fc.array(
      fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.constant(0)),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        const survives = Buffer.from(text).toString() === text && !codes.includes(0);
        expect(isStorableText(text, 6)).toBe(survives);
      }),
      { numRuns: 1000 },
    );
  });
});
