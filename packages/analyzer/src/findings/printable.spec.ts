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
const BODY = 'a8Kd03LmQz7RtY2wXcVb5NjH6uPe1SfGo4Ti';
const KEY = `ghp_${BODY}`;
/** The same characters by the runtime's own Unicode tables. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u202a-\u202e]/u;

describe('printable', () => {
  it.each([
    ['the colours of a terminal', '\u001b[31mred', String.raw`\u{1b}[31mred`],
    ['a control sequence in one character', '\u009b2Jred', String.raw`\u{9b}2Jred`],
    ['characters that change the text direction', 'cod\u202egnp.exe', String.raw`cod\u{202e}gnp.exe`],
    ['invisible characters', 'pay\u200bpal\u{e0041}\u00ad', String.raw`pay\u{200b}pal\u{e0041}\u{ad}`],
    ['private use characters', 'a\ue000b\u{f0000}c', String.raw`a\u{e000}b\u{f0000}c`],
    ['line breaks', 'drop\ntable\r\nnow\u2028here\u0085and there', 'drop table now here and there'],
    ['tabs and gaps', 'a\t\tb      c\u00a0\u00a0d', 'a b c d'],
    ['stacked combining marks', `a${'\u0301'.repeat(50)}b`, 'a\u0301\u0301\u0301b'],
    ['NUL', 'a\0b', String.raw`a\u{0}b`],
    ['variation selectors', 'a\ufe0f', 'a'],
  ])('leaves nothing hidden of %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(['`run_ping`', 'süß', '日本語', 'हिन्दी', 'אבג', '🐍', 'e\u0301', '[a](b) {c} <d>', '"$(x)"'])(
    'keeps %s',
    (text) => {
      expect(printable(text)).toBe(text);
    },
  );

  it('replaces lone surrogates with U+FFFD', () => {
    expect(printable('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
  });

  it('redacts keys with any hidden characters in them, and is idempotent', () => {
    const hidden = fc
      .array(
        fc.constantFrom(
          '\u200b',
          '\u00ad',
          '\u001b',
          '\u202e',
          '\u2028',
          '\u0301',
          '\ud800',
          '\u{e0041}',
          '',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(hidden, { minLength: KEY.length, maxLength: KEY.length }), (parts) => {
        const shown = printable(`uses ${parts.map((part, at) => part + KEY.charAt(at)).join('')} for all`);
        expect(shown).toContain(`(${KEY.length} characters, SHA-256`);
        const read = shown.replaceAll(/\\u\{[0-9a-f]+\}|[\u0301\ufffd\s]/gu, '');
        for (let at = 0; at + 6 <= BODY.length; at += 1) expect(read).not.toContain(BODY.slice(at, at + 6));
        expect(printable(shown)).toBe(shown);
      }),
    );
  });

  it('truncates with an ellipsis, also when the rest was not examined', () => {
    expect(printable('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
    expect(printable('x'.repeat(300))).toBe('x'.repeat(300));
    expect(printable('🐍🐍🐍', 4)).toBe('🐍…');
    expect(printable(`${'\u200b'.repeat(10_000)}evil`, 9)).toBe('\\u{200b}…');
  });

  it('returns printable text for any input, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const shown = printable(text, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(INVISIBLE);
        expect(printable(shown, limit)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['a', ' ', '\u0301', '\u200b', '\n', '\ud800'])(
    'takes bounded time for any number of %j',
    (part) => {
      expect(growth((length) => printable(repeated(part, length)), 1_000_000)).toBeLessThan(IN_PROPORTION);
    },
  );
});

// Marks, embeddings, overrides and isolates (Unicode, UAX #9): each can make code look different from what it does.
const DIRECTION_CONTROLS = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => code.toString(16).padStart(4, '0'));

describe.each(DIRECTION_CONTROLS)('the direction control U+%s', (code) => {
  const control = String.fromCodePoint(Number.parseInt(code, 16));

  it('is escaped in texts', () => {
    const escape = `\\u{${Number.parseInt(code, 16).toString(16)}}`;
    expect(printable(`access${control}user`)).toBe(`access${escape}user`);
  });

  it('is escaped in JSON', () => {
    expect(escapeHidden(JSON.stringify(`access${control}user`))).toBe(`"access\\u${code}user"`);
  });

  it('is escaped in paths', () => {
    const shown = printablePath(`a${control}.js`);
    expect(shown).toBe(`a\\u{${Number.parseInt(code, 16).toString(16)}}.js`);
    expect(pathOf(shown)).toBe(`a${control}.js`);
  });
});

describe('escapeHidden', () => {
  it('preserves the parsed value', () => {
    expect(escapeHidden(JSON.stringify('\u202e\u009b\u{e0041}'))).toBe('"\\u202e\\u009b\\udb40\\udc41"');
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = escapeHidden(JSON.stringify(value, null, 2));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json.replaceAll('\n', '')).not.toMatch(INVISIBLE);
      }),
    );
  });
});
