import { describe, expect, it } from '@jest/globals';
import { parsePackage } from './parse-package.js';

const read = (files: Record<string, string | Buffer>, entrypoints: readonly string[]) =>
  parsePackage(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), entrypoints);

const PROBLEM = 'is run, and is not in a language that is analyzed';

describe('parsePackage reports an entry point that it cannot analyze', () => {
  it.each([
    ['a binary', 'bin/server', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])],
    ['a shell script', 'bin/server', '#!/bin/sh\nexec node index.js\n'],
    ['code with an unknown extension', 'server.cli', 'console.log(1)\n'],
    ['an addon', 'build/server.node', 'x'],
    ['a shell script with a data extension', 'run.json', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['a shell script with a stylesheet extension', 'run.css', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['a script with a declaration-file extension', 'run.d.ts', '#!/usr/bin/env node\nrun();\n'],
  ])('%s', async (_what, path, content) => {
    const { problems } = await read({ 'index.js': 'run();', [path]: content }, ['index.js', path]);
    expect(problems).toEqual([{ path, reason: PROBLEM }]);
  });

  it.each([
    ['a script', 'require("./core.dat");', 'core.dat'],
    ['a script without extension', 'require("./core");', 'core'],
    ['a script with a stylesheet extension', 'require("./core.css");', 'core.css'],
    ['the main file of a folder', 'require("./core");', 'core/main.dat'],
    ['an addon', 'require("./core");', 'core.node'],
    ['an addon in a folder', 'import core from "./build/core.node";', 'build/core.node'],
    ['WebAssembly', 'await import("./core.wasm");', 'core.wasm'],
    [
      'a script loaded through an alias of require',
      'const load = createRequire(import.meta.url);\nload("./core.dat");',
      'core.dat',
    ],
    ['a script in a template literal', 'x(`a ${require("./core.dat")} b`);', 'core.dat'],
    ['a script after a string argument', 'log("from", require("./core.dat"));', 'core.dat'],
    ['a script after an apostrophe in JSX', "x(<p>Don't</p>); require('./core.dat');", 'core.dat'],
    [
      'a script between apostrophes in JSX',
      "x(<p>Don't</p>, require('./core.dat'), <p>won't</p>);",
      'core.dat',
    ],
    ['a script between backticks in JSX', 'x(<i>`</i>, require("./core.dat"), <i>`</i>);', 'core.dat'],
    ['a script with a template extension', 'require("./core.hbs");', 'core.hbs'],
    ['bytes', 'require("./core.bin");', 'core.bin'],
  ])('and an import that it cannot analyze: %s', async (_what, code, path) => {
    const core = { 'core/package.json': '{"main": "main.dat"}' };
    const { problems } = await read({ 'index.js': code, [path]: 'run();', ...core }, ['index.js']);
    expect(problems).toEqual([{ path, reason: PROBLEM }]);
  });

  it.each([
    ['data', 'require("./core.json"); import core from "./core.json"', 'core.json'],
    ['a stylesheet', 'import "./core.css"', 'core.css'],
    ['declarations', 'import "./core.d.ts"', 'core.d.ts'],
    ['a template', 'import core from "./core.hbs"', 'core.hbs'],
    ['a Lua script', 'import core from "./core.lua"', 'core.lua'],
    ['bytes', 'import core from "./core.bin"', 'core.bin'],
    ['an import in a string literal', `const help = "Add: import x from './LICENSE'";`, 'LICENSE'],
    ['an import in a template literal', 'const help = `a\nimport ${x} from "./LICENSE"\nb`;', 'LICENSE'],
    ['a require call in a string literal', `const help = 'a require("./LICENSE") b';`, 'LICENSE'],
    [
      'a call of an alias of require in a string literal',
      `const load = createRequire(x); const help = 'load("./LICENSE")';`,
      'LICENSE',
    ],
    ['a file that is read', 'readFileSync("./core.dat")', 'core.dat'],
    ['a require call in a comment', '// require("./core.dat")', 'core.dat'],
    ['a file that does not exist', 'require("./core.dat")', 'other.dat'],
  ])('but not an import of %s', async (_what, code, path) => {
    const { problems } = await read({ 'index.js': code, [path]: '{}' }, ['index.js']);
    expect(problems).toEqual([]);
  });

  it('parses a Python program with a declaration-file extension', async () => {
    const { modules, problems } = await read({ 'run.d.ts': '#!/usr/bin/env python3\nrun()\n' }, ['run.d.ts']);
    expect([modules.map(({ language }) => language), problems]).toEqual([['python'], []]);
  });

  it.each([
    ['an entry point', {}, ['._run.js']],
    ['a call of require', { 'index.js': 'require("./._run.js");' }, ['index.js']],
    ['an import', { 'index.js': 'import run from "./._run.js";' }, ['index.js']],
  ])('of a file of macOS that is run as %s', async (_what, code, entrypoints) => {
    const companion = '\0\u0005\u0016\u0007\0\u0002\0\0Mac OS X';
    const { problems } = await read({ 'other.js': 'run();', ...code, '._run.js': companion }, entrypoints);
    expect(problems).toEqual([
      { path: '._run.js', reason: 'is run, and is not in a language that is analyzed' },
    ]);
  });

  it('but not of files of macOS, videos and translations that nothing runs', async () => {
    const companion = '\0\u0005\u0016\u0007\0\u0002\0\0Mac OS X';
    const files = {
      'index.js': 'run();',
      '._index.js': companion,
      '__MACOSX/._index.js': companion,
      'test/._index.test.js': companion,
      'app_de.ts': '<?xml version="1.0"?>\n<!DOCTYPE TS><TS version="2.1"></TS>',
    };
    const { problems, productFiles, parsedFiles, roles } = await read(files, ['index.js']);
    expect([problems, productFiles, parsedFiles]).toEqual([[], 1, 1]);
    expect([...roles.values()].sort()).toEqual(['binary', 'binary', 'binary', 'data', 'product']);
  });

  it.each([
    ['a script with a shebang', 'server.cli', '#!/usr/bin/env node\nrun();\n'],
    ['data', 'package.json', '{}'],
    ['type declarations', 'index.d.ts', 'export {};'],
    ['a file that does not exist', 'missing.bin', undefined],
  ])('but not an entry point that is %s', async (_what, path, content) => {
    const files = { 'index.js': 'run();', ...(content !== undefined && { [path]: content }) };
    const { problems } = await read(files, ['index.js', path]);
    expect(problems).toEqual([]);
  });
});
