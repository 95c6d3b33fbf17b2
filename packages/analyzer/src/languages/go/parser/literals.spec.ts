import { describe, expect, it } from '@jest/globals';
import { characterOfRune, numberOf, rawTextOf, textOf } from './literals.js';

describe('Go literals', () => {
  it.each([
    [String.raw`"plain"`, 'plain'],
    [String.raw`"\a\b\f\n\r\t\v\\\'\""`, '\x07\b\f\n\r\t\v\\\'"'],
    [String.raw`"\x41\101"`, 'AA'],
    [String.raw`"\xe4\xb8\x96\344\270\226"`, '世世'],
    [String.raw`"\u200b\U0001F600"`, '\u200b😀'],
    [String.raw`"\xff\xfe"`, '\u00ff\u00fe'],
    [String.raw`"\ud800\UFFFFFFFF"`, '\ufffd\ufffd'],
    [String.raw`"\777"`, '\u00ff'],
    ['""', ''],
    ['"cut', 'cut'],
    ['"', ''],
    ['"cut\\', 'cut\\'],
  ])('reads the text of %s', (literal, text) => {
    expect(textOf(literal)).toBe(text);
  });

  it('removes carriage returns from a raw string', () => {
    expect(rawTextOf('`a\\n\r\nb`')).toBe('a\\n\nb');
  });

  it.each([
    ["'a'", 'a'],
    ["'世'", '世'],
    ["'\\''", "'"],
    ["'\\xff'", '\u00ff'],
    ["'\\101'", 'A'],
    ["'\\u4e16'", '世'],
  ])('reads the rune %s', (literal, character) => {
    expect(characterOfRune(literal)).toBe(character);
  });

  it.each([
    ['0', 0],
    ['1_000', 1000],
    ['0xDEAD_beef', 0xdeadbeef],
    ['0B11', 3],
    ['0o17', 15],
    ['0755', 493],
    ['0x1p-2', 0.25],
    ['0x1.8p1', 3],
    ['1.', 1],
    ['6.25e-1', 0.625],
    ['2.5i', 2.5],
  ])('reads the number %s', (literal, number) => {
    expect(numberOf(literal)).toBe(number);
  });
});
