import { describe, expect, it } from '@jest/globals';
import { parsePythonVersion } from './pep440-version.js';
import { sortKeyOf } from './semantic-version.js';

const key = (text: string): string => parsePythonVersion(text)?.sortKey ?? '';

describe('versions of PEP 440', () => {
  it('are ordered as PEP 440 says', () => {
    const ascending = [
      '0.9',
      '1.0.dev1',
      '1.0.dev456',
      '1.0a1.dev1',
      '1.0a1',
      '1.0a1.post1',
      '1.0a2.dev456',
      '1.0a12.dev456',
      '1.0a12',
      '1.0b1.dev456',
      '1.0b2',
      '1.0b2.post345.dev456',
      '1.0b2.post345',
      '1.0rc1.dev456',
      '1.0rc1',
      '1.0rc10',
      '1.0',
      '1.0.post456.dev34',
      '1.0.post456',
      '1.0.0.1.dev1',
      '1.0.0.1',
      '1.0.0.1.post2',
      '1.0.0.10',
      '1.0.1',
      '1.1.dev1',
      '1.10',
      '2.0',
      '2026.3',
      '1!0.1',
      '1!1.0a1',
    ];
    const keys = ascending.map(key);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(keys).size).toBe(ascending.length);
  });

  it('have one key in all spellings', () => {
    const same = (...texts: string[]): void => expect(new Set(texts.map(key)).size).toBe(1);
    same('1.0', '1.0.0', '1', 'v1.0', '1.0.0.0', '01.0', '1.0+local.7');
    same('1.0a1', '1.0.a1', '1.0-alpha.1', '1.0_ALPHA1');
    same('1.0rc1', '1.0c1', '1.0pre1', '1.0-preview-1');
    same('1.0.post1', '1.0-1', '1.0rev1', '1.0-r1');
    same('1.0.dev0', '1.0dev', '1.0-dev');
  });

  it('have the key of the semantic version of the same release', () => {
    expect(key('1.2.3')).toBe(sortKeyOf('1.2.3'));
    expect(key('1.2')).toBe(sortKeyOf('1.2.0'));
  });

  it('are pre-releases with a phase or as developmental releases only', () => {
    const prerelease = (text: string) => parsePythonVersion(text)?.prerelease;
    expect(['1.0a1', '1.0.dev1', '1.0.post1.dev2', '1!2rc1'].map(prerelease)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['1.0', '1.0.post1', '1.0.0.1'].map(prerelease)).toEqual([false, false, false]);
  });

  it('are nothing else', () => {
    for (const text of ['', '1.0-', 'abc', '1..0', '1.0 beta', '1.0a1b2', `1.${'0'.repeat(200)}`, null])
      expect(parsePythonVersion(text)).toBeUndefined();
  });
});
