import { describe, expect, it } from '@jest/globals';
import { checkSourceSpec, parseSourceSpec } from './source-spec.js';

const SHA = 'C0FFEE00c0ffee00c0ffee00c0ffee00c0ffee00';

describe('parseSourceSpec', () => {
  it.each([
    ['', 'is not the name of an npm package'],
    ['files', 'an npm package needs a version, as in name@1.2.3'],
    ['npm:files', 'an npm package needs a version'],
    ['files@', 'an npm package needs a version'],
    ['files@../other', 'an npm package needs a version'],
    ['files@..', 'an npm package needs a version'],
    ['files@other.tgz', 'an npm package needs a version'],
    ['files@~/other', 'an npm package needs a version'],
    ['npm:files@file:../x', 'an npm package needs a version'],
    ['npm:files@npm:other@1', 'is not the name of an npm package'],
    ['npm:files@git+https://github.com/acme/files.git', 'an npm package needs a version'],
    ['npm:files@acme/files', 'an npm package needs a version'],
    ['@acme@1.0.0', 'is not the name of an npm package'],
    ['../files@1.0.0', 'is not the name of an npm package'],
    ['.files@1.0.0', 'is not the name of an npm package'],
    [`${'a'.repeat(215)}@1.0.0`, 'is not the name of an npm package'],
    ['pypi:', 'is not the name of a Python package'],
    ['pypi:files>=1', 'is not the name of a Python package'],
    ['pypi:files@1', 'is not the name of a Python package'],
    ['pypi:../files==1', 'is not the name of a Python package'],
    ['pypi:files==', 'a Python package is named as in name==1.2.3'],
    ['pypi:files==1/../2', 'a Python package is named as in name==1.2.3'],
    ['https://github.com/acme/files#--upload-pack=x', 'not a valid branch or tag name'],
    ['https://github.com/acme/files#a..b', 'not a valid branch or tag name'],
    ['x'.repeat(3000), 'the source is too long'],
  ])('refuses %s', (text, message) => {
    expect(() => parseSourceSpec(text)).toThrow(message);
  });

  it.each([
    ['files@1.2.3', { kind: 'npm', name: 'files', version: '1.2.3' }],
    ['@acme/files@1.2.3-rc.1', { kind: 'npm', name: '@acme/files', version: '1.2.3-rc.1' }],
    ['npm:@acme/files@latest', { kind: 'npm', name: '@acme/files', version: 'latest' }],
    ['files@^1.2 || 2', { kind: 'npm', name: 'files', version: '^1.2 || 2' }],
    ['pypi:mcp-files', { kind: 'pypi', name: 'mcp-files' }],
    ['pypi:mcp.files==1.0rc1', { kind: 'pypi', name: 'mcp.files', version: '1.0rc1' }],
    ['https://github.com/acme/files', { kind: 'repository', url: 'https://github.com/acme/files' }],
    ['git@github.com:acme/files.git', { kind: 'repository', url: 'git@github.com:acme/files.git' }],
    [
      `https://github.com/acme/files.git#${SHA}`,
      { kind: 'repository', url: 'https://github.com/acme/files.git', commit: SHA.toLowerCase() },
    ],
    [
      'https://github.com/acme/files#feature/x@2',
      { kind: 'repository', url: 'https://github.com/acme/files', ref: 'feature/x@2' },
    ],
  ])('reads %s', (text, spec) => {
    expect(parseSourceSpec(text)).toEqual(spec);
  });
});

describe('checkSourceSpec', () => {
  it('refuses short commits, which two commits can share', () => {
    const spec = { kind: 'repository', url: 'https://github.com/acme/files', commit: 'c0ffee0' } as const;
    expect(() => checkSourceSpec(spec)).toThrow('a commit needs all of its 40 digits');
  });

  it('accepts null for what is not given', () => {
    checkSourceSpec({ kind: 'repository', url: '', commit: null, ref: null, path: null });
    checkSourceSpec({ kind: 'pypi', name: 'files', version: null });
  });
});
