import { describe, expect, it } from '@jest/globals';
import { parsePackage } from './parse-package.js';

const read = (files: Record<string, string | Buffer>, entrypoints: readonly string[]) =>
  parsePackage(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), entrypoints);

const PROBLEM = 'is run, and is not in a language that is analyzed';

describe('parsePackage says what is run and cannot be read', () => {
  it.each([
    ['a binary', 'bin/server', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])],
    ['a script of a shell', 'bin/server', '#!/bin/sh\nexec node index.js\n'],
    ['code under a name that says nothing', 'server.cli', 'console.log(1)\n'],
    ['an addon', 'build/server.node', 'x'],
  ])('%s', async (_what, path, content) => {
    const { problems } = await read({ 'index.js': 'run();', [path]: content }, ['index.js', path]);
    expect(problems).toEqual([{ path, reason: PROBLEM }]);
  });

  it.each([
    ['a script by its first line', 'server.cli', '#!/usr/bin/env node\nrun();\n'],
    ['data', 'package.json', '{}'],
    ['declarations of types', 'index.d.ts', 'export {};'],
    ['what is not there', 'missing.bin', undefined],
  ])('and nothing of %s', async (_what, path, content) => {
    const files = { 'index.js': 'run();', ...(content !== undefined && { [path]: content }) };
    const { problems } = await read(files, ['index.js', path]);
    expect(problems).toEqual([]);
  });
});
