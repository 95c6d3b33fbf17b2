import { describe, expect, it } from '@jest/globals';
import { quoted } from './shell-word.ts';

describe('quoted', () => {
  it.each([
    ['files@1.2.0', 'files@1.2.0'],
    ['a b', `'a b'`],
    [`a'; rm -rf ~`, `'a'\\''; rm -rf ~'`],
    ['$(id)', `'$(id)'`],
    ['', `''`],
  ])('%j is %s', (word, expected) => {
    expect(quoted(word)).toBe(expected);
  });
});
