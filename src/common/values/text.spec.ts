import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSingleLine, isStorableText, printable } from './text.js';

describe('isStorableText', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['a high surrogate alone', 'a\ud83d'],
    ['a low surrogate alone', '\ude00a'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
    ['more than the maximum length', 'a'.repeat(11)],
    ['more UTF-16 units than the maximum length', '😀'.repeat(6)],
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

  it('accepts only what survives a round trip through UTF-8', () => {
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

describe('isSingleLine', () => {
  it.each([
    ['a line break', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['a line separator', 'a\u2028b'],
    ['a tab', 'a\tb'],
    ['an escape sequence of terminals', '\u001b[31mred'],
    ['a C1 control character', '\u009b31m'],
    ['a right-to-left override', 'a\u202eb'],
    ['a directional isolate', 'a\u2067b'],
    ['NUL', 'a\u0000b'],
    ['a surrogate alone', 'a\ud83d'],
    ['more than the maximum length', 'a'.repeat(11)],
    ['a number', 1],
  ])('refuses %s', (_what, value) => {
    expect(isSingleLine(value, 10)).toBe(false);
  });

  it.each(['', 'a b', 'ä – 漢字', '😀', 'شرح', 'a'.repeat(10)])('takes %j', (value) => {
    expect(isSingleLine(value, 10)).toBe(true);
  });
});

describe('printable', () => {
  it.each([
    ['as it is', 'Älice 😀', 'Älice 😀'],
    ['at its longest', '0123456789', '0123456789'],
    ['cut, with an ellipsis', '0123456789a', '012345678…'],
    ['cut between characters', '😀'.repeat(11), `${'😀'.repeat(9)}…`],
    ['without control characters', 'a\u0000\u001b[1m\n', 'a\ufffd\ufffd[1m\ufffd'],
    ['without invisible and bidirectional characters', '\u202ea\u200b\u2066', '\ufffda\ufffd\ufffd'],
    ['well-formed', 'a\ud800', 'a\ufffd'],
  ])('shows a text %s', (_what, text, shown) => {
    expect(printable(text, 10)).toBe(shown);
  });

  it('turns any text into a single line', () => {
    const units = fc.array(fc.nat(0xffff), { maxLength: 20 });
    fc.assert(
      fc.property(units, (codes) => {
        const shown = printable(String.fromCharCode(...codes), 10);
        expect(isSingleLine(shown, 20)).toBe(true);
        expect(Array.from(shown).length).toBeLessThanOrEqual(10);
      }),
    );
  });
});
