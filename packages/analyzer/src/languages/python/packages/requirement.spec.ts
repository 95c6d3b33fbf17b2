import { describe, expect, it } from '@jest/globals';
import { normalizedName, parseRequirement, pinnedVersion } from './requirement.js';

describe('parseRequirement rejects', () => {
  it.each([
    '',
    ' ',
    '-',
    '>=1',
    'a b',
    'a >=',
    'a >= 1 2',
    'a=1',
    'a @',
    '[x]',
    'a[x',
    'a>=1>=1',
    'a ^1',
    '-r x.txt',
    `a${'.a'.repeat(2000)}`,
    `a${'>1'.repeat(500)}!`,
  ])('%j', (text) => {
    expect(parseRequirement(text)).toBeUndefined();
  });
});

describe('parseRequirement', () => {
  it.each([
    ['requests', 'requests', '', 'registry', false],
    ['Foo_Bar.baz >= 1.0 , <2', 'foo-bar-baz', '>= 1.0 , <2', 'registry', false],
    ['a[x, y]==1.0', 'a', '==1.0', 'registry', false],
    ['a (>=1,<2)', 'a', '>=1,<2', 'registry', false],
    ['a~=1.0,', 'a', '~=1.0,', 'registry', false],
    ['a==1.*; python_version < "3.9"', 'a', '==1.*', 'registry', true],
    ['a===1', 'a', '===1', 'registry', false],
    ['a @ git+https://example.org/a@v1', 'a', 'git+https://example.org/a@v1', 'git', false],
    ['a[x] @ https://example.org/a.whl ; os_name == "nt"', 'a', 'https://example.org/a.whl', 'http', true],
    ['a @ file:///a', 'a', 'file:///a', 'file', false],
  ])('reads %s', (text, name, range, source, conditional) => {
    expect(parseRequirement(text)).toEqual({ name, range, source, conditional });
  });
});

describe('pinnedVersion', () => {
  it.each([
    ['==1.2', '1.2'],
    ['=== 1.2', '1.2'],
    ['==1.*', undefined],
    ['==1,<2', undefined],
    ['>=1', undefined],
    ['', undefined],
  ])('returns for %s: %s', (range, version) => {
    expect(pinnedVersion(range)).toBe(version);
  });
});

describe('normalizedName', () => {
  it('returns the form used by the index', () => {
    expect(normalizedName('Foo__Bar.-baz')).toBe('foo-bar-baz');
  });
});
