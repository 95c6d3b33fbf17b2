import { describe, expect, it } from '@jest/globals';
import {
  isInstalledNpmName,
  isNpmArgument,
  isNpmName,
  isPackage,
  isPypiName,
  MAX_PACKAGE_NAME,
  normalizedPypiName,
} from './package-names.js';

const LONGEST = 'a'.repeat(MAX_PACKAGE_NAME);

describe('names at npm', () => {
  it.each([
    ['files', true, true, true],
    ['@acme/files', true, true, true],
    ['~files', true, true, false],
    ['-files', true, true, false],
    ['@-acme/files', true, true, false],
    ['_files', false, true, false],
    ['Files', false, true, false],
    ['@Acme/Files', false, true, false],
    ['.files', false, false, false],
    ['acme/files', false, false, false],
    ['@acme/', false, false, false],
    ['fi les', false, false, false],
    ['files\n', false, false, false],
    ['', false, false, false],
    [LONGEST, true, true, true],
    [`${LONGEST}a`, false, false, false],
  ])('%j: new %j, installed %j, safe as an argument %j', (name, isNew, isInstalled, isSafe) => {
    expect([isNpmName(name), isInstalledNpmName(name), isNpmArgument(name)]).toEqual([
      isNew,
      isInstalled,
      isSafe,
    ]);
  });
});

describe('names at PyPI', () => {
  it.each([
    ['files', true],
    ['Acme.Files_2-x', true],
    ['a', true],
    ['-files', false],
    ['files-', false],
    ['@acme/files', false],
    ['files\n', false],
    ['', false],
    [LONGEST, true],
    [`${LONGEST}a`, false],
  ])('%j: %j', (name, isName) => {
    expect(isPypiName(name)).toBe(isName);
  });

  it('compares as indexes do', () => {
    expect(['Foo__Bar.-baz', 'foo-bar-baz'].map(normalizedPypiName)).toEqual(['foo-bar-baz', 'foo-bar-baz']);
  });
});

describe('isPackage', () => {
  it.each([
    [{ kind: 'npm' }, true],
    [{ kind: 'pypi' }, true],
    [{ kind: 'repository' }, false],
    [null, false],
    [undefined, false],
  ])('%j: %j', (source, expected) => {
    expect(isPackage(source)).toBe(expected);
  });
});
