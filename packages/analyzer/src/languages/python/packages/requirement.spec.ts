import { describe, expect, it } from '@jest/globals';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { parseRequirement, pinnedVersion } from './requirement.js';

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
  it.each<[text: string, name: string, range: string, source: string, version?: string]>([
    ['requests', 'requests', '', 'registry'],
    ['Foo_Bar.baz >= 1.0 , <2', 'foo-bar-baz', '>= 1.0 , <2', 'registry'],
    ['a[x, y]==1.0', 'a', '==1.0', 'registry', '1.0'],
    ['a (>=1,<2)', 'a', '>=1,<2', 'registry'],
    ['a~=1.0,', 'a', '~=1.0,', 'registry'],
    ['a===1', 'a', '===1', 'registry', '1'],
    ['a @ git+https://example.org/a@v1', 'a', 'git+https://example.org/a@v1', 'git'],
    ['a @ git+https://example.org/a@v1.2', 'a', 'git+https://example.org/a@v1.2', 'git', '1.2'],
    ['a @ file:///a', 'a', 'file:///a', 'file'],
    ['a @ https://h.org/a-1.2.tar.gz#sha256=00', 'a', 'https://h.org/a-1.2.tar.gz#sha256=00', 'http', '1.2'],
    [
      'a @ https://h.org/A-1.2-1-cp39-abi3-any.whl',
      'a',
      'https://h.org/A-1.2-1-cp39-abi3-any.whl',
      'http',
      '1.2',
    ],
    ['a-b @ https://h.org/a-b-1.2.zip?x=1', 'a-b', 'https://h.org/a-b-1.2.zip?x=1', 'http', '1.2'],
    ['a @ https://h.org/b-1.2.tar.gz', 'a', 'https://h.org/b-1.2.tar.gz', 'http'],
    ['a @ https://h.org/a.tar.gz', 'a', 'https://h.org/a.tar.gz', 'http'],
    [
      'a @ https://h.org/o/a/archive/refs/tags/v1.2.tar.gz',
      'a',
      'https://h.org/o/a/archive/refs/tags/v1.2.tar.gz',
      'http',
      '1.2',
    ],
    ['a @ https://h.org/o/a/archive/main.zip', 'a', 'https://h.org/o/a/archive/main.zip', 'http'],
    ['a @ ./vendor/a-1.2-py3-none-any.whl', 'a', './vendor/a-1.2-py3-none-any.whl', 'file', '1.2'],
  ])('reads %s', (text, name, range, source, version) => {
    expect(parseRequirement(text)).toEqual({
      name,
      range,
      source,
      ...(version !== undefined && { version }),
    });
  });

  it.each([
    ['a==1.*; python_version < "3.9"', '==1.*', 'python_version < "3.9"'],
    ['a[x] @ https://example.org/a.whl ; os_name == "nt"', 'https://example.org/a.whl', 'os_name == "nt"'],
    ['a;"x;y" in platform_version', '', '"x;y" in platform_version'],
  ])('separates the marker of %s', (text, range, marker) => {
    expect(parseRequirement(text)).toMatchObject({ range, marker });
  });
});

describe('pinnedVersion', () => {
  it.each([
    ['==1.2', '1.2'],
    ['=== 1.2', '1.2'],
    ['==1.*', undefined],
    ['>=1, ==1.2 ,<2', '1.2'],
    ['>=1', undefined],
    ['', undefined],
  ])('returns for %s: %s', (range, version) => {
    expect(pinnedVersion(range)).toBe(version);
  });
});

describe('normalizedPypiName', () => {
  it('returns the form used by the index', () => {
    expect(normalizedPypiName('Foo__Bar.-baz')).toBe('foo-bar-baz');
  });
});
