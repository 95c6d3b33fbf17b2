import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeHidden, pathOf, printable, printablePath } from './printable.js';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '\u0301', '\u200b', '\ud83d', '\ude00', '\u001b', '…'))
    .map((parts) => parts.join('')),
);
/** As the runtime's own tables see it. */
const SEEN_BY_NOBODY = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u202a-\u202e]/u;

describe('printable', () => {
  it.each([
    ['the colours of a terminal', '\u001b[31mred', '[31mred'],
    ['a control sequence in one character', '\u009b2Jred', '2Jred'],
    ['what turns the text around', 'cod\u202egnp.exe', 'codgnp.exe'],
    ['what cannot be seen', 'pay\u200bpal\u{e0041}\u00ad\ufe0f', 'paypal'],
    ['what is for private use', 'a\ue000b\u{f0000}c', 'abc'],
    ['the ends of lines', 'drop\ntable\r\nnow\u2028here\u0085and there', 'drop table now here and there'],
    ['tabs and gaps', 'a\t\tb      c\u00a0\u00a0d', 'a b c d'],
    ['stacked marks', `a${'\u0301'.repeat(50)}b`, 'a\u0301\u0301\u0301b'],
    ['NUL', 'a\0b', 'ab'],
  ])('takes away %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(['`run_ping`', 'süß', '日本語', 'हिन्दी', 'אבג', '🐍', 'e\u0301', '[a](b) {c} <d>', '"$(x)"'])(
    'keeps %s',
    (text) => {
      expect(printable(text)).toBe(text);
    },
  );

  it('makes of lone surrogates the replacement character', () => {
    expect(printable('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
  });

  it('shortens, and says so, also when what follows was not looked at', () => {
    expect(printable('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
    expect(printable('x'.repeat(300))).toBe('x'.repeat(300));
    expect(printable('🐍🐍🐍', 4)).toBe('🐍…');
    expect(printable(`${'\u200b'.repeat(10_000)}evil`)).toBe('…');
  });

  it('gives for any text one that can be shown, and that it gives for itself', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const shown = printable(text, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(SEEN_BY_NOBODY);
        expect(printable(shown, limit)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['a', ' ', '\u0301', '\u200b', '\n', '\ud800'])('takes no more time for ever more %j', (part) => {
    expect(growth((length) => printable(repeated(part, length)), 1_000_000)).toBeLessThan(IN_PROPORTION);
  });
});

// Marks, embeddings, overrides and isolates (Unicode, UAX #9): each can make code read otherwise than it runs.
const DIRECTION_CONTROLS = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => code.toString(16).padStart(4, '0'));

describe.each(DIRECTION_CONTROLS)('the direction control U+%s', (code) => {
  const control = String.fromCodePoint(Number.parseInt(code, 16));

  it('is taken out of texts', () => {
    expect(printable(`access${control}user`)).toBe('accessuser');
  });

  it('stands in JSON as its escape', () => {
    expect(escapeHidden(JSON.stringify(`access${control}user`))).toBe(`"access\\u${code}user"`);
  });

  it('stands in paths as its escape', () => {
    const shown = printablePath(`a${control}.js`);
    expect(shown).toBe(`a\\u{${Number.parseInt(code, 16).toString(16)}}.js`);
    expect(pathOf(shown)).toBe(`a${control}.js`);
  });
});

describe('escapeHidden', () => {
  it('keeps the meaning of JSON', () => {
    expect(escapeHidden(JSON.stringify('\u202e\u009b\u{e0041}'))).toBe('"\\u202e\\u009b\\udb40\\udc41"');
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = escapeHidden(JSON.stringify(value, null, 2));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json.replaceAll('\n', '')).not.toMatch(SEEN_BY_NOBODY);
      }),
    );
  });
});
