import { describe, expect, it } from '@jest/globals';
import { emailKey, isEmailAddress } from './email-address.js';

describe('an e-mail address', () => {
  it.each([
    'a@b',
    'alice@example.com',
    "o'brien+hub@mail.example.com",
    'jürgen@bücher.example',
    'admin@localhost',
    'a..b.@docomo.example',
    'उदाहरण@उदाहरण.example',
    'alice@xn--bcher-kva.example',
  ])('can be %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['empty', ''],
    ['without @', 'alice'],
    ['without a name', '@example.com'],
    ['without a host', 'alice@'],
    ['two of them', 'a@b,c@d'],
    ['with a second @', 'a@b@c'],
    ['with a display name', 'Alice <alice@example.com>'],
    ['with a line break', 'a@b\r\nBcc: c@d'],
    ['with a line break at its end', 'a@b\n'],
    ['with NUL', 'a\u0000@b'],
    ['with a space', 'a b@c'],
    ['with a lone surrogate', 'a\ud800@b'],
    ['with a bidirectional formatting character', 'a\u202e@b'],
    ['with a tab', 'a\tb@c'],
    ['with a zero-width character', 'a\u200b@b'],
    ['with a Hangul filler', 'a\u3164@b'],
    ['with a Braille blank in its host', 'a@b\u2800.example'],
    ['with an empty label in its host', 'a@b..example'],
    ['with a dot at the end', 'a@b.'],
    ['with a hyphen at the end of a label', 'a@b-.example'],
    ['with a path in its host', 'a@b/c'],
    ['in quotes', '"a"@b'],
    ['a group', 'a:b@c;'],
    ['too long', `a@${'b'.repeat(253)}`],
    ['with a name that is too long', `${'a'.repeat(65)}@b`],
    ['a number', 7],
    ['a list', ['a@b']],
    ['nothing', null],
  ])('is not %s', (_what, value) => {
    expect(isEmailAddress(value)).toBe(false);
  });

  it('is compared ignoring the case of ASCII letters only', () => {
    expect(emailKey('Alice@EXAMPLE.com')).toBe('alice@example.com');
    // KELVIN SIGN, whose lower case is an ASCII k.
    expect(emailKey('\u212Aate@example.com')).toBe('\u212Aate@example.com');
  });
});
