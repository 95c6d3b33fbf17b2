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
    ['a script of a shell under the name of data', 'run.json', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['a script of a shell under the name of a style', 'run.css', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['a script under the name of declarations', 'run.d.ts', '#!/usr/bin/env node\nrun();\n'],
  ])('%s', async (_what, path, content) => {
    const { problems } = await read({ 'index.js': 'run();', [path]: content }, ['index.js', path]);
    expect(problems).toEqual([{ path, reason: PROBLEM }]);
  });

  it.each([
    ['a script', 'require("./core.dat");', 'core.dat'],
    ['a script without extension', 'require("./core");', 'core'],
    ['a script under the name of a style', 'require("./core.css");', 'core.css'],
    ['a script that a folder names', 'require("./core");', 'core/main.dat'],
    ['an addon', 'require("./core");', 'core.node'],
    ['an addon in a folder', 'import core from "./build/core.node";', 'build/core.node'],
    ['WebAssembly', 'await import("./core.wasm");', 'core.wasm'],
    [
      'what another name of require does',
      'const load = createRequire(import.meta.url);\nload("./core.dat");',
      'core.dat',
    ],
    ['a script within a template', 'x(`a ${require("./core.dat")} b`);', 'core.dat'],
    ['a script behind words', 'log("from", require("./core.dat"));', 'core.dat'],
    ['a script behind an apostrophe', "x(<p>Don't</p>); require('./core.dat');", 'core.dat'],
    ['a script between apostrophes', "x(<p>Don't</p>, require('./core.dat'), <p>won't</p>);", 'core.dat'],
    ['a script between marks', 'x(<i>`</i>, require("./core.dat"), <i>`</i>);', 'core.dat'],
    ['a script under the name of a template', 'require("./core.hbs");', 'core.hbs'],
    ['bytes', 'require("./core.bin");', 'core.bin'],
  ])('when it is brought in: %s', async (_what, code, path) => {
    const core = { 'core/package.json': '{"main": "main.dat"}' };
    const { problems } = await read({ 'index.js': code, [path]: 'run();', ...core }, ['index.js']);
    expect(problems).toEqual([{ path, reason: PROBLEM }]);
  });

  it.each([
    ['data', 'require("./core.json"); import core from "./core.json"', 'core.json'],
    ['a style', 'import "./core.css"', 'core.css'],
    ['declarations', 'import "./core.d.ts"', 'core.d.ts'],
    ['a template', 'import core from "./core.hbs"', 'core.hbs'],
    ['a script of a database', 'import core from "./core.lua"', 'core.lua'],
    ['bytes', 'import core from "./core.bin"', 'core.bin'],
    ['what a text names', `const help = "Add: import x from './LICENSE'";`, 'LICENSE'],
    ['what a template names', 'const help = `a\nimport ${x} from "./LICENSE"\nb`;', 'LICENSE'],
    ['what a text requires', `const help = 'a require("./LICENSE") b';`, 'LICENSE'],
    [
      'what a text requires by another name',
      `const load = createRequire(x); const help = 'load("./LICENSE")';`,
      'LICENSE',
    ],
    ['what is read', 'readFileSync("./core.dat")', 'core.dat'],
    ['what a comment names', '// require("./core.dat")', 'core.dat'],
    ['what is not there', 'require("./core.dat")', 'other.dat'],
  ])('and nothing of what is brought in: %s', async (_what, code, path) => {
    const { problems } = await read({ 'index.js': code, [path]: '{}' }, ['index.js']);
    expect(problems).toEqual([]);
  });

  it('reads a program of Python under the name of declarations', async () => {
    const { modules, problems } = await read({ 'run.d.ts': '#!/usr/bin/env python3\nrun()\n' }, ['run.d.ts']);
    expect([modules.map(({ language }) => language), problems]).toEqual([['python'], []]);
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
