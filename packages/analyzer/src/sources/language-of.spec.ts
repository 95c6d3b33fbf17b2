import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language-of.js';

const of = (path: string, content = ''): unknown => languageOf(path, Buffer.from(content));

/** The begin of a companion file of macOS, with an entry for the attributes. */
const APPLE_DOUBLE = Buffer.concat([
  Buffer.from([0, 5, 0x16, 7, 0, 2, 0, 0]),
  Buffer.from('Mac OS X        '),
  Buffer.from([0, 2, 0, 0, 0, 9, 0, 0, 0, 0x32]),
]);
const TRANSPORT_STREAM = Buffer.concat(
  Array.from({ length: 5 }, () =>
    Buffer.concat([Buffer.from([0x47, 0x40, 0, 0x10]), Buffer.alloc(184, 0xff)]),
  ),
);

describe('a file that only looks like source code', () => {
  it.each([
    ['a companion file of macOS', 'lib/._server.js', APPLE_DOUBLE],
    ['one in a folder of macOS', '__MACOSX/server/._main.py', APPLE_DOUBLE],
    ['one of a test', 'tests/._test_main.py', APPLE_DOUBLE],
    ['one of Go', '._main.go', APPLE_DOUBLE],
    ['a video', 'segment.ts', TRANSPORT_STREAM],
    ['a video of a camera', 'clip.mts', Buffer.concat([Buffer.alloc(4), TRANSPORT_STREAM])],
    [
      'a translation of Qt',
      'app_de.ts',
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">',
    ],
    ['one that begins with its type', 'app_de.ts', '\ufeff\n<!DOCTYPE TS>\n<TS>'],
    ['one without a type', 'app_de.ts', '<TS version="2.1" language="de">'],
    ['a page', 'error.js', '<!doctype html>\n<html>'],
    ['a picture', 'logo.js', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a program', 'tool.py', Buffer.from('\x7fELF\x02\x01\x01\0')],
    ['a zip', 'bundle.js', 'PK\x03\x04\x14\0'],
  ])('%s is no code', (_what, path, content) => {
    expect(languageOf(path, Buffer.from(content))).toBeUndefined();
  });

  it.each([
    ['code with the name of a companion file', 'lib/._server.js', 'require("child_process").exec(x);'],
    ['code in a folder of macOS', '__MACOSX/main.py', 'import os\n'],
    [
      'code with the magic number in a comment',
      '._a.js',
      Buffer.concat([Buffer.from('/*'), APPLE_DOUBLE, Buffer.from('*/run()')]),
    ],
    ['code with the magic number in a text', '._a.js', Buffer.concat([Buffer.from('a="'), APPLE_DOUBLE])],
    ['code with a NUL in a comment', 'a.js', '// \0\nrun()'],
    ['code after a hashbang with a NUL', 'a.js', '#!\0\nrun()'],
    ['code of another encoding', 'a.py', 'x\x01\0\n# coding: rot13\n'],
    ['a script that begins with a wrong character', 'a.js', '\x01\x02run()'],
    ['code with sync bytes', 'a.ts', `${'G/*\0'.padEnd(188)}G${' '.repeat(187)}G*/run()`],
    ['code with sync bytes in a text', 'a.ts', `G${'"\0'.padEnd(187)}G${' '.repeat(187)}G"`],
    ['elements of JSX', 'a.tsx', '<TS version="2.1">{run()}</TS>'],
    ['a comment of old pages', 'a.js', '<!-- page\nrun()'],
    ['code in UTF-16', 'a.ts', Buffer.from('\ufeffrun()', 'utf16le')],
    ['a form feed', 'a.py', '\f\nimport os'],
    ['nothing', 'a.js', ''],
  ])('but %s is', (_what, path, content) => {
    expect(languageOf(path, Buffer.from(content))).toBeDefined();
  });
});

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
