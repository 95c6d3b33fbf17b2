import { describe, expect, it } from '@jest/globals';
import { foundIn, reportOn, script, type Texts } from './support/code-that-runs.js';
import { goServer, pythonServer } from './support/tool-bodies.js';

const reasonsOf = async (files: Texts | Readonly<Record<string, Uint8Array>>): Promise<readonly string[]> =>
  (await reportOn(files)).incomplete_reasons;

const RUN = "exec('ping ' + host);";
const EXEC = "import { exec } from 'node:child_process';\n";
const evil = (more: string): string => `${script(RUN, EXEC)}${more}\n`;

describe('syntax that is newer than the grammars', () => {
  it.each<[string, string, string]>([
    ['defaults of the parameters of a type', 'server.py', 'type Pair[T = int] = list[T]'],
    [
      'defaults of several kinds',
      'server.py',
      'type Row[T, *Rest = *tuple[int, ...], **Call = [int, str]] = dict[str, T]',
    ],
    ['a type that is a subscript, which is none', 'server.py', 'type = [1]\ntype[0] = 2'],
    ['a late import', 'server.py', 'lazy import json'],
    ['a late import of a name', 'server.py', 'if True:\n    lazy from json import dumps'],
    ['a comprehension that unpacks', 'server.py', 'rows = {**each for each in []}'],
    ['a template', 'server.py', 'greeting = t"{os!r:>{9}}"'],
    [
      'several errors without parentheses',
      'server.py',
      'try:\n    pass\nexcept KeyError, ValueError:\n    pass',
    ],
    [
      'a method with type parameters',
      'main.go',
      'type store struct{}\nfunc (s *store) each[T any, L []T](first T, all L) (T, error) { return first, nil }',
    ],
    [
      'a call of a method with a type',
      'main.go',
      'type store struct{}\nfunc (s store) of() { s.each[int](3) }',
    ],
    ['a new value', 'main.go', 'var name = new("text")'],
    [
      'a new value of a field of a field',
      'main.go',
      'type T struct{ A struct{ B string } }\nvar all T\nvar name = new(all.A.B)',
    ],
    ['an accessor', 'index.js', 'class Lock { accessor name = "lock"; static accessor #open = 1; }'],
    ['an accessor with a type', 'index.ts', 'class Lock { accessor name: string = "lock"; }'],
    ['a deferred import', 'index.js', 'import defer * as late from "node:os";'],
    ['the import of a source', 'index.js', 'import source code from "./code.wasm";'],
    ['a dynamic import of a source', 'index.js', 'export const code = () => import.source("./code.wasm");'],
    [
      'a decorator after the export',
      'index.ts',
      'const seen = (x: unknown) => x;\nexport @seen class Lock {}',
    ],
    [
      'resources that are closed',
      'index.js',
      'export const f = () => { using file = open(); return file.x; };',
    ],
    ['private fields of a pattern', 'index.js', 'class Lock { #key; open({ #key: key }) { return key; } }'],
  ])('is read: %s', async (_name, file, code) => {
    const files = {
      [file]: file.endsWith('.py')
        ? pythonServer('os.system("ping " + host)', code)
        : file.endsWith('.go')
          ? goServer('\texec.Command("sh", "-c", "ping "+host).Run()', code)
          : evil(code),
    };
    expect(await reasonsOf(files)).toEqual([]);
    expect(await foundIn(files)).toEqual([file]);
  });

  it('is no text of the program', async () => {
    const description = 'lazy import os\ntype X[T = int] = 1';
    const { findings } = await reportOn({
      'server.py': pythonServer('pass', `lazy import json\nNOTE = """\n${description}\n"""`),
    });
    expect(findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
  });
});

describe('a syntax error in a script', () => {
  it.each([
    ['in a line', 'const broken = = 3;', 'index.js: syntax error at line 7'],
    [
      'in a function',
      'function broken() {\n  const x = ;\n  return x;\n}',
      'index.js: syntax error at line 8',
    ],
    [
      'in the structure of a class',
      'class Broken {\n  open( {\n    return 1;\n  }\n}',
      'index.js: syntax error at line 9',
    ],
    ['several times', 'const one = = 1;\nconst two = = 2;', 'index.js: syntax error at line 7'],
    ['by syntax of the future', 'const x = value |> f(%);', 'index.js: syntax error at line 7'],
  ])('costs the statement, and is said: %s', async (_name, code, problem) => {
    const files = { 'index.js': evil(`${code}\nexport const last = 1;`) };
    expect(await reasonsOf(files)).toEqual([problem]);
    expect(await foundIn(files)).toEqual(['index.js']);
  });

  it('costs the file where no statement is recognized', async () => {
    const files = { 'index.js': `${' '.repeat(4)}{${evil('')}` };
    const [first, ...others] = await reasonsOf(files);
    expect(first).toMatch(/^(?:no tools|index\.js: syntax error)/u);
    expect(others.length).toBeLessThan(2);
  });
});

describe('the encoding that a Python file declares', () => {
  const encoded = (cookie: string, bytes: readonly number[]): Record<string, Uint8Array> => ({
    'server.py': Buffer.concat([
      Buffer.from(`#!/usr/bin/env python3\n# -*- coding: ${cookie} -*-\nNAME = "`),
      Buffer.from(bytes),
      Buffer.from(`"\n${pythonServer('os.system("ping " + host)')}`),
    ]),
  });

  it.each([
    ['latin-1', [0xe4]],
    ['iso-8859-15', [0xa4]],
    ['cp1252', [0x80]],
    ['koi8-r', [0xc1]],
    ['mac_roman', [0x8a]],
    ['gbk', [0xb0, 0xa1]],
    ['big5', [0xa4, 0x40]],
    ['euc_jp', [0xa4, 0xa2]],
    ['shift_jis', [0x82, 0xa0]],
    ['cp949', [0xb0, 0xa1]],
  ])('is used: %s', async (cookie, bytes) => {
    const files = encoded(cookie, bytes);
    expect(await reasonsOf(files)).toEqual([]);
    expect(await foundIn(files)).toEqual(['server.py']);
  });

  it('ends no text where its last byte is that of a quote or backslash', async () => {
    expect(await foundIn(encoded('shift_jis', [0x95, 0x5c]))).toEqual(['server.py']);
  });

  it.each([
    ['shift_jis', [0xff], 'is not valid shift_jis'],
    ['utf-8', [0xe4], 'is not valid UTF-8'],
  ])('is said to be wrong: %s', async (cookie, bytes, problem) => {
    expect(await reasonsOf(encoded(cookie, bytes))).toEqual([`server.py: ${problem}`]);
  });
});
