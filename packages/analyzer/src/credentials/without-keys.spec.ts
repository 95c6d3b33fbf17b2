import { describe, expect, it } from '@jest/globals';
import { withoutKeys } from './without-keys.js';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';

const BODY = 'a8Kd03LmQz7RtY2wXcVb5NjH6uPe1SfGo4Ti';
const KEY = `ghp_${BODY}`;
const PRIVATE = `-----BEGIN RSA PRIVATE KEY-----\n${`${BODY}Zz9+\n`.repeat(8)}-----END RSA PRIVATE KEY-----`;

describe('withoutKeys', () => {
  it.each([
    ['a key', KEY],
    ['a key in a text', `Uses ${KEY} for all.`],
    ['a key after a word', `tool_${KEY}`],
    ['a key that is longer than its pattern', `${KEY}${BODY.repeat(30)}`],
    ['two keys', `${KEY}, ${KEY}`],
    ['the beginning of a key', `\`${KEY.slice(0, 30)}\` is quoted`],
    ['a private key', PRIVATE],
    ['a private key without its end', PRIVATE.slice(0, 200)],
    ['a password in a URL', `postgres://bob:${BODY}@db.vendor.net/x`],
    ['a password in a connection string', `Server=db.vendor.net;User Id=app;Password=${BODY};`],
  ])('redacts %s, and is idempotent', (_, text) => {
    const shown = withoutKeys(text);
    for (let at = 0; at + 10 <= BODY.length; at += 1) expect(shown).not.toContain(BODY.slice(at, at + 10));
    expect(shown).toContain('SHA-256');
    expect(withoutKeys(shown)).toBe(shown);
  });

  it.each(
    [
      '\u200b',
      '\u00ad',
      '\u0000',
      '\u202e',
      '\u2028',
      '\u0301',
      '\ufe0f',
      '\ufffd',
      '\ud800',
      '\u{e0041}',
    ].flatMap((hidden) =>
      [
        KEY,
        KEY.slice(0, 30),
        `x${hidden}${KEY.slice(0, 30)}`,
        `postgres://bob:${BODY}@db.vendor.net/x`,
        `Server=db.vendor.net;User Id=app;Password=${BODY};`,
        PRIVATE,
      ].map((text) => [hidden, text] as const),
    ),
  )('redacts a key with %j in it: %j', (hidden, text) => {
    for (const each of [1, 3, 7]) {
      const shown = withoutKeys(
        text.replaceAll(new RegExp(`[^\n]{${each}}`, 'gu'), (part) => part + hidden),
      ).replaceAll(hidden, '');
      for (let at = 0; at + 10 <= BODY.length; at += 1) expect(shown).not.toContain(BODY.slice(at, at + 10));
      expect(shown).toContain('SHA-256');
    }
  });

  it('keeps hidden characters elsewhere', () => {
    expect(withoutKeys(`a\u200bb ${KEY}\u200b c\u0301`)).toBe(`a\u200bb ${withoutKeys(KEY)}\u200b c\u0301`);
  });

  it('leaves other texts alone', () => {
    for (const text of [
      'starts with `ghp_`',
      'ask-question-2024',
      'key-rotation-2024',
      'task-list-of-2024-items',
      'sk-your-key-here',
      'https://api.example.com/v1?x=y',
      'pypi-package-names-1',
      'TASK_RUNNER_10',
      'Password: of the user',
    ])
      expect(withoutKeys(text)).toBe(text);
  });

  it.each([
    'ghp_',
    'a',
    '://',
    '://a:',
    'sk-',
    ';Password=',
    '-----BEGIN ',
    `${KEY} `,
    'eyJ',
    'a@',
    'SK1',
    '\u200bghp_',
    '\u200b',
    `${KEY}\u200b`,
  ])('takes linear time for a text of %j', (piece) => {
    expect(growth((length) => withoutKeys(repeated(piece, length)), 25_000)).toBeLessThan(IN_PROPORTION);
  });
});
