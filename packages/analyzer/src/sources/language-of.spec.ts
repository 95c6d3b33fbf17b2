import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language-of.js';

const of = (path: string, content = ''): unknown => languageOf(path, Buffer.from(content));

describe('languageOf', () => {
  it.each([
    'a.d.ts',
    'a.d.mts',
    'a.D.CTS',
    'a.pyi',
    'a.json',
    'a.vue',
    'a.constructor',
    'a.__proto__',
    'js',
    '.js',
    'a.js/b',
    'Makefile',
  ])('recognizes no language for %s', (path) => {
    expect(of(path)).toBeUndefined();
  });

  it.each([
    ['a.ts', 'typescript'],
    ['a.tsx', 'typescript'],
    ['a.mts', 'typescript'],
    ['a/b.d/c.cts', 'typescript'],
    ['a.js', 'javascript'],
    ['a.min.mjs', 'javascript'],
    ['A.CJS', 'javascript'],
    ['a.jsx', 'javascript'],
    ['a.py', 'python'],
    ['a.go', 'go'],
  ])('recognizes %s as %s by its extension', (path, language) => {
    expect(of(path)).toBe(language);
    expect(of(path, '#!/bin/sh\n')).toBe(language);
  });

  it.each([
    ['#!/usr/bin/env node\nx', 'javascript'],
    ['#!/usr/bin/env -S node --no-warnings\n', 'javascript'],
    ['#!/usr/bin/env FOO=1 bun', 'javascript'],
    ['#! /usr/local/bin/node --flag\r\n', 'javascript'],
    ['#!/usr/bin/env tsx\n', 'typescript'],
    ['#!/usr/bin/env python3.12\n', 'python'],
    ['#!/usr/bin/pypy3\n', 'python'],
    ['#!/bin/sh\n', undefined],
    ['#!/usr/bin/env\n', undefined],
    ['#!', undefined],
    [' #!/usr/bin/env node\n', undefined],
    ['#!/usr/bin/env nodemon-like\n', undefined],
  ])('recognizes a file without a known extension that starts with %j as %s', (content, language) => {
    expect(of('bin/tool', content)).toBe(language);
    expect(of('bin/tool.cli', content)).toBe(language);
    expect(of('docs/tool.md', content)).toBeUndefined();
    expect(of('tool.py.j2', content)).toBeUndefined();
  });
});
