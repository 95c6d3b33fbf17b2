import { describe, expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../../../test/support/growth.js';
import type { PackageFiles } from '../../../files/source-file.js';
import { PackageImports } from '../../../sources/package-imports.js';
import { builtTwins } from './built-twins.js';

const SOURCE = `import { readFile } from 'node:fs/promises';
export const load = async (path: string): Promise<string> => await readFile(path, 'utf8');`;
const BUILT = `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.load = void 0;
const promises_1 = require("node:fs/promises");
const load = async (path) => await (0, promises_1.readFile)(path, 'utf8');
exports.load = load;
//# sourceMappingURL=load.js.map`;

const twinsIn = (files: PackageFiles, entrypoints: readonly string[]): ReadonlySet<string> =>
  builtTwins(files, entrypoints, files.keys(), new PackageImports(files).namedIn);

const twins = (files: Record<string, string>, entrypoints: readonly string[]): string[] => [
  ...twinsIn(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), entrypoints),
];

describe('builtTwins does not hide', () => {
  it.each([
    ['a call that the source does not have', `${BUILT}\nrequire("child_process");`],
    ['a module of two letters', `${BUILT}\nrequire("vm");`],
    ['escaped text', `${BUILT}\neval("\\x61\\x62");`],
    ['encoded text', `${BUILT}\nload("YWJj");`],
    ['code after the source map comment', `${BUILT}\nsteal();`],
  ])('%s', (_what, built) => {
    expect(twins({ 'src/load.ts': SOURCE, 'dist/load.js': built }, ['src/load.ts'])).toEqual([]);
  });

  it.each([
    ['one line', '// require("child_process")'],
    ['one line after code', 'load("x"); // child_process'],
    ['several lines', '/* this runs no\n child_process */'],
  ])('a call that its source only mentions in a comment of %s', (_what, comment) => {
    const built = `${BUILT}\nrequire("child_process");`;
    const files = { 'src/load.ts': `${SOURCE}\n${comment}`, 'dist/load.js': built };
    expect(twins(files, ['src/load.ts'])).toEqual([]);
  });

  it.each([
    ['without its source', { 'dist/load.js': BUILT }],
    ['with the source of another folder', { 'other/src/load.ts': SOURCE, 'dist/load.js': BUILT }],
    ['with a source of another name', { 'src/store.ts': SOURCE, 'dist/load.js': BUILT }],
    ['with only a type declaration', { 'src/load.d.ts': SOURCE, 'dist/load.js': BUILT }],
    ['larger than a megabyte', { 'src/load.ts': SOURCE, 'dist/load.js': BUILT + ' '.repeat(1024 * 1024) }],
    [
      'with a source larger than that',
      { 'src/load.ts': SOURCE + ' '.repeat(1024 * 1024), 'dist/load.js': BUILT },
    ],
    ['both of which are built', { 'dist/load.js': SOURCE, 'build/load.js': SOURCE }],
    ['with an unknown extension', { 'src/load.ts': SOURCE, 'dist/load.constructor': BUILT }],
  ])('a script %s', (_what, files) => {
    expect(twins(files as unknown as Record<string, string>, Object.keys(files).slice(0, 1))).toEqual([]);
  });
});

describe('builtTwins', () => {
  const files = { 'src/load.ts': SOURCE, 'dist/load.js': BUILT, 'dist/index.js': 'import "./load.js";' };

  it.each([
    ['the entry point', ['dist/load.js'], ['src/load.ts']],
    ['a file imported by the entry point', ['dist/index.js'], ['src/load.ts']],
    ['both if both run', ['dist/index.js', 'src/load.ts'], []],
    ['both if neither is known to run', ['dist/other.js'], []],
    ['the source if only it runs', ['src/load.ts'], ['dist/load.js']],
  ])('leaves %s to be analyzed', (_what, entrypoints, left) => {
    expect(twins(files, entrypoints)).toEqual(left);
  });

  it.each([
    ['src/load.ts', 'dist/load.js'],
    ['src/load.ts', 'dist/src/load.js'],
    ['load.ts', 'dist/load.js'],
    ['src/a/load.ts', 'dist/esm/a/load.js'],
    ['packages/x/src/load.ts', 'packages/x/build/load.js'],
    ['src/load.mts', 'lib/load.mjs'],
    ['src/load.cts', 'dist/cjs/load.cjs'],
    ['src/load.tsx', 'dist/load.jsx'],
    ['src/load.js', 'dist/load.js'],
    ['src/load.ts', 'src/load.js'],
  ])('matches %s with its compiled form %s', (source, built) => {
    expect(twins({ [source]: SOURCE, [built]: BUILT }, [source])).toEqual([built]);
  });

  it('finds each compiled form of one source', () => {
    const module = `import { readFile } from 'node:fs/promises';\nexport const load = async (path) => await readFile(path, 'utf8');`;
    const files = { 'dist/cjs/load.js': BUILT, 'dist/esm/load.js': module, 'src/load.ts': SOURCE };
    expect(twins(files, ['src/load.ts'])).toEqual(['dist/cjs/load.js', 'dist/esm/load.js']);
  });

  it.each([
    ['is started', 'spawn(process.execPath, [new URL("./dist/load.js", import.meta.url).pathname]);'],
    ['is imported after a string that contains //', 'const a = "//"; await import("./dist/load.js");'],
    ['is imported after a comment', 'await import(/* later */ "./dist/load.js");'],
    ['is imported by a path with escapes', 'await import("./d\\x69st/load.js");'],
    ['is imported by a concatenated path', 'await import("./" + ["dist", "load.js"].join("/"));'],
    ['is started from elsewhere', 'spawn("node", ["/usr/app/dist/load.js"]);'],
  ])('leaves both to be analyzed if the compiled form %s too', (_what, code) => {
    const both = {
      'src/load.ts': SOURCE,
      'dist/load.js': BUILT,
      'cli.js': `import "./src/load.js";\n${code}`,
    };
    expect(twins(both, ['cli.js'])).toEqual([]);
  });

  it.each([
    ['a comment', '// dist/load.js'],
    ['a type', 'import type { load } from "./dist/load.js";'],
    ['another script of that name', 'import "./other/load.js";'],
  ])('ignores a mention in %s', (_what, code) => {
    const both = {
      'src/load.ts': SOURCE,
      'dist/load.js': BUILT,
      'other/load.js': 'x',
      'cli.js': `import "./src/load.js";\n${code}`,
    };
    expect(twins(both, ['cli.js'])).toEqual(['dist/load.js']);
  });

  it('takes linear time for a source full of comment starts', () => {
    const look = (length: number): unknown =>
      twins({ 'src/load.ts': repeated('/*a', length), 'dist/load.js': BUILT }, ['src/load.ts']);
    expect(growth(look, 200_000)).toBeLessThan(IN_PROPORTION);
  });
});
