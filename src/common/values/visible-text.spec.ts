import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isName } from './text.js';
import { cleanName, escapeHidden, hasHidden } from './visible-text.js';

describe('a name', () => {
  it.each([
    ['in Latin letters', 'Zoë & Søren’s team (EU)'],
    ['with combining marks', 'Zoe\u0308'],
    ['in Arabic', 'فريق المنصة'],
    ['in Persian, with a non-joiner', 'کتاب\u200cها'],
    ['in Hebrew, with points', 'צֶוֶת הַפְּלַטְפוֹרְמָה'],
    ['in Hindi', 'मंच टीम'],
    ['in Hindi, with a joiner after the virama', 'क्\u200dष'],
    ['in Malayalam, with a joiner at the end of a word', 'അവന്\u200d'],
    ['in Bengali, with a joiner before the virama', 'র\u200d্যাম'],
    ['in Japanese', '葛\u{e0100}飾区　プラットフォーム'],
    ['in Thai', 'ทีมแพลตฟอร์ม'],
    ['in Korean', '플랫폼 팀'],
    ['in Mongolian, with the form of a letter', 'ᠨ\u180bᠠ'],
    ['with emoji of several characters', 'Ops 👩🏽‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇺🇦 1️⃣ ☎️'],
    ['of one character', 'é'],
  ])('can be %s', (_what, name) => {
    expect(isName(name, 100)).toBe(true);
    expect(escapeHidden(name)).toBe(name);
    expect(cleanName(name)).toBe(name.replaceAll('　', ' '));
  });

  it.each([
    ['empty', ''],
    ['of spaces', '   '],
    ['of spaces of several widths', '\u00a0\u2003\u3000'],
    ['of the Braille blank', '\u2800'],
    ['of Hangul fillers', '\u3164\u115f\uffa0'],
    ['of a combining mark', '\u0301'],
    ['of zero-width characters', '\u200b\u2060\ufeff'],
    ['with a zero-width space', 'ac\u200bme'],
    ['with a soft hyphen', 'ac\u00adme'],
    ['with a grapheme joiner', 'a\u034fcme'],
    ['with a non-joiner between Latin letters', 'ac\u200cme'],
    ['with a non-joiner at the end of a Persian word', 'کتاب\u200c'],
    ['with a variation selector after a letter', 'acme\ufe0f'],
    ['with a variation selector after a digit', '1\ufe0f'],
    ['with a right-to-left override', 'report\u202etxt.exe'],
    ['with a directional isolate', 'a\u2066b'],
    ['with a right-to-left mark', 'acme\u200f'],
    ['with a tag', 'acme\u{e0041}'],
    ['with a private character', 'acme\ue000'],
    ['with an unassigned character', 'acme\u0378'],
    ['with a noncharacter', 'acme\uffff'],
    ['with a tab', 'a\tb'],
    ['with a line break', 'a\nb'],
    ['with a line separator', 'a\u2028b'],
    ['with an escape sequence', 'a\u001b[31m'],
    ['with a control character of C1', 'a\u0085'],
    ['with marks over the lines around', `a${'\u0301'.repeat(7)}`],
    ['with half a character', 'a\ud83d'],
    ['longer than allowed', 'a'.repeat(101)],
  ])('is never %s', (_what, name) => {
    expect(isName(name, 100)).toBe(false);
  });
});

describe('a name from elsewhere', () => {
  it.each([
    ['report\u202etxt.exe', 'reporttxt.exe'],
    [' Ada\t\u200bLovelace\n', 'Ada Lovelace'],
    ['\u2800\u3164', ''],
    ['کتاب\u200cها', 'کتاب\u200cها'],
  ])('%j is cleaned to %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  it.each([
    ['report\u202etxt.exe', String.raw`report\u{202e}txt.exe`],
    ['a\u001b[31m\tb\u{e0041}', String.raw`a\u{1b}[31m\u{9}b\u{e0041}`],
  ])('%j is shown as %j', (name, shown) => {
    expect(escapeHidden(name)).toBe(shown);
  });

  it('has nothing hidden after either', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(hasHidden(escapeHidden(text))).toBe(false);
      }),
    );
  });
});
