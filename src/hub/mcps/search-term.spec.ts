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
    ['files', 'files', '%files%', true],
    [' Files ', 'Files', '%Files%', true],
    ['100%', '100%', '%100\\%%', true],
    ['a_b', 'a_b', '%a\\_b%', false],
    ['\\', '\\', '%\\\\%', false],
    ['fi', 'fi', '%fi%', false],
    ['a-b-c', 'a-b-c', '%a-b-c%', false],
    ['---', '---', '%---%', false],
    ['файл', 'файл', '%файл%', true],
    ['a b cde', 'a b cde', '%a b cde%', true],
  ])('of %j is literal', (query, text, pattern, indexed) => {
    expect(searchTerm(query)).toEqual({ text, pattern, indexed });
  });
});
