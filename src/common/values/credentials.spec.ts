import { describe, expect, it } from '@jest/globals';
import { isPassword, isUsername } from './credentials.js';

describe('isUsername', () => {
  it.each(['a', '7', 'alice', 'Alice.Liddell', 'alice@example.com', 'ci-bot_2', 'a'.repeat(64)])(
    'takes %s',
    (text) => expect(isUsername(text)).toBe(true),
  );

  it.each(['', ' ', '.a', '@a', '-a', '_a', 'a b', 'a/b', 'a:b', 'a\n', 'é', 'a'.repeat(65), null, 1])(
    'refuses %j',
    (text) => expect(isUsername(text)).toBe(false),
  );
});

describe('isPassword', () => {
  it.each([
    ['eleven bytes', 'x'.repeat(11), false],
    ['twelve bytes', 'x'.repeat(12), true],
    ['six characters of two bytes', 'é'.repeat(6), true],
    ['1024 bytes', 'x'.repeat(1024), true],
    ['1025 bytes', 'x'.repeat(1025), false],
  ])('judges %s', (_what, text, fits) => expect(isPassword(text)).toBe(fits));
});
