import { describe, expect, it } from '@jest/globals';
import { isSearchText, searchTerm } from './search-term.js';

describe('isSearchText', () => {
  it.each(['', ' ', 'files', '%_\\', '日本語', 'x'.repeat(200), '😀'.repeat(100)])('takes %j', (text) => {
    expect(isSearchText(text)).toBe(true);
  });

  it.each(['\u0000', 'a\nb', 'a\tb', '\u007f', '\u0085', '\ud800', 'x'.repeat(201), 7, null, ['a']])(
    'refuses %j',
    (text) => {
      expect(isSearchText(text)).toBe(false);
    },
  );
});

describe('searchTerm', () => {
  it.each([undefined, '', ' ', '   '])('of %j is undefined', (query) => {
    expect(searchTerm(query)).toBeUndefined();
  });

  it.each([
    ['files', ['files']],
    [' Files  of  files ', ['Files', 'of', 'files']],
    ['a a a_b', ['a', 'a_b']],
    ['１００％', ['100%']],
    ['ﬁle\u00a0E\u0301cole', ['file', 'École']],
    [Array.from({ length: 20 }, (_, n) => `w${n}`).join(' '), Array.from({ length: 10 }, (_, n) => `w${n}`)],
  ])('of %j is its words', (query, words) => {
    expect(searchTerm(query)).toEqual({ text: words.join(' '), words });
  });
});
