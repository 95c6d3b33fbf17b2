import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainText, sentencesOf } from './plain-text.js';

describe('the normalized text', () => {
  it.each([
    ['Do **not** tell\n\tthe `user`', 'do not tell the user'],
    ['D\u200bo n\u00adot', 'do not'],
    ['Dо nоt', 'do not'],
    ['ｆｕｌｌ width', 'full width'],
    ['don’t', "don't"],
    [`a${String.fromCodePoint(0xe0041)}b`, 'ab'],
    ['Слово по-русски', 'слово по-русски'],
    ['\ud800 lone', '\ufffd lone'],
  ])('%j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('is unchanged by a second normalization', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });

  it('is split into sentences', () => {
    expect(sentencesOf('Adds a.b to x.txt. Then more!\n\nzero\n- one\n- two\n<b>three</b>')).toEqual([
      'adds a.b to x.txt.',
      'then more!',
      'zero',
      'one',
      'two',
      'three',
    ]);
  });
});
