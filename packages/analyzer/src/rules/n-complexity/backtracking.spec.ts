import { describe, expect, it } from '@jest/globals';
import { isExponential } from './backtracking.js';

describe('isExponential', () => {
  it.each([
    '(a+)+$',
    '(a*)*b',
    '((a*)*)*b',
    '(x+x+)+y',
    '(a|a)*$',
    '^(a|aa)+$',
    '(.|\\s)*x',
    '(\\w|_)+@',
    '^(\\d+|\\w+)*$',
    '(?:[^x]+|y)*x$',
    '(\\w+\\s?)*$',
    '^(?:\\w+\\s*)+:',
    "^([A-Za-z]+[ '-]?)+$",
    '^([a-zA-Z0-9]+-?)+(\\.([a-zA-Z0-9]+-?)+)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*,)*x',
    '"(?:\\\\.|[^"])*"',
    '^([a-z]{1,3})+$',
  ])('is true of %s', (pattern) => {
    expect(isExponential(pattern)).toBe(true);
  });

  it.each([
    '^[a-z]+$',
    '(a+)+',
    "[A-Za-z]+(?:[ '-][A-Za-z]+)*$",
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '(\\.\\w+)*$',
    '(\\d+\\.)+\\d+$',
    '(\\s*,\\s*\\w+)*$',
    '^([^,]+,)*$',
    '"(\\\\.|[^"\\\\])*"',
    '(.|\\n)*x',
    '(foo|bar)+$',
    '^\\d{1,3}(?:,\\d{3})*$',
    '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$',
    '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
    '^([0-9A-Fa-f]{2}[:-]){5}([0-9A-Fa-f]{2})$',
    '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$',
    '^https?:\\/\\/[^\\s/$.?#].[^\\s]*$',
    '```(\\w+)?\\n([\\s\\S]*?)```',
  ])('is false of %s', (pattern) => {
    expect(isExponential(pattern)).toBe(false);
  });

  it('depends on whether the whole text must match', () => {
    expect(isExponential('(a+)+', '', true)).toBe(true);
  });

  it('respects case-insensitive patterns', () => {
    expect(isExponential('(a|A)*$')).toBe(false);
    expect(isExponential('(a|A)*$', 'i')).toBe(true);
  });

  it.each(['(', ')', '[', '(?<name', '[a-', '\\', '(?', 'a{2', ''])(
    'is false of an invalid pattern: %s',
    (pattern) => {
      expect(isExponential(pattern)).toBe(false);
    },
  );

  it('is false of patterns beyond the nesting limit', () => {
    expect(isExponential(`${'('.repeat(500)}a+${')+'.repeat(500)}$`)).toBe(false);
  });
});
