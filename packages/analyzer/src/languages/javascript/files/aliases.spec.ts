import { describe, expect, it } from '@jest/globals';
import { parseJsonWithComments } from './json-with-comments.js';
import { readAliases } from './aliases.js';

const aliasesOf = (files: Readonly<Record<string, string>>): ReturnType<typeof readAliases> =>
  readAliases(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

describe('readAliases', () => {
  it('reads the paths of a TypeScript configuration with comments', () => {
    const aliases = aliasesOf({
      'a/tsconfig.json':
        '{ // c\n "compilerOptions": { "baseUrl": "./", /* d */ "paths": { "@/*": ["./lib/*"], "~x": ["y.ts"], }, }, }',
    });
    expect(aliases('a/src/b.ts', '@/run')).toEqual(['a/lib/run', 'a/@/run']);
    expect(aliases('a/src/b.ts', '~x')).toEqual(['a/y.ts', 'a/~x']);
    expect(aliases('b/c.ts', '~x')).toEqual([]);
  });

  it('reads the imports of a package and the exports of others, with their source files', () => {
    const aliases = aliasesOf({
      'package.json': '{ "imports": { "#lib/*": { "types": "./x.d.ts", "default": "./dist/lib/*.js" } } }',
      'packages/a/package.json':
        '{ "name": "@a/core", "exports": { ".": "./dist/index.js", "./run": "./dist/r.js" } }',
    });
    expect(aliases('src/a.ts', '#lib/b')).toEqual([
      'dist/lib/b.js',
      'src/lib/b.js',
      'source/lib/b.js',
      'lib/b.js',
    ]);
    expect(aliases('src/a.ts', '@a/core/run').slice(0, 2)).toEqual([
      'packages/a/dist/r.js',
      'packages/a/src/r.js',
    ]);
    expect(aliases('src/a.ts', '@a/core').slice(0, 2)).toEqual([
      'packages/a/dist/index.js',
      'packages/a/src/index.js',
    ]);
  });

  it('reads what a configuration extends, from the folder of the one that says it', () => {
    const aliases = aliasesOf({
      'base/tsconfig.json':
        '{ "compilerOptions": { "paths": { "@x/*": ["./x/*"], "@own/*": ["${configDir}/own/*"] } } }',
      'app/tsconfig.json': '{ "extends": ["../base/tsconfig.json", "@tsconfig/node22"] }',
      'loop/tsconfig.json': '{ "extends": "./tsconfig.json" }',
    });
    expect(aliases('app/a.ts', '@x/b')).toEqual(['base/x/b']);
    expect(aliases('app/a.ts', '@own/b')).toEqual(['app/own/b']);
    expect(aliases('loop/a.ts', '@x/b')).toEqual([]);
  });

  it('resolves relative paths in the other root folders, and in the sources of what is compiled', () => {
    const aliases = aliasesOf({
      'tsconfig.json': '{ "compilerOptions": { "rootDirs": ["src", "generated", "../outside"] } }',
    });
    expect(aliases('src/a/b.ts', './c')).toEqual(['generated/a/c']);
    expect(aliases('index.js', './dist/esm/c.js')).toEqual([
      'src/c.js',
      'source/c.js',
      'c.js',
      'src/esm/c.js',
      'source/esm/c.js',
      'esm/c.js',
    ]);
  });

  it('reads import maps, and dependencies that are folders', () => {
    const aliases = aliasesOf({
      'deno.jsonc': '{ "imports": { "lib/": "./library/", "zod": "npm:zod@3", "run": "./run.ts" } }',
      'package.json': '{ "dependencies": { "shell": "file:./libs/shell", "up": "file:../up", "zod": "^3" } }',
    });
    expect(aliases('a.ts', 'lib/b.ts')).toEqual(['library/b.ts']);
    expect(aliases('a.ts', 'run')).toEqual(['run.ts']);
    expect(aliases('a.ts', 'zod')).toEqual([]);
    expect(aliases('a.ts', 'shell')).toEqual(['libs/shell']);
    expect(aliases('a.ts', 'shell/b')).toEqual(['libs/shell/b', 'libs/shell/src/b']);
    expect(aliases('a.ts', 'up')).toEqual([]);
  });

  it('resolves the usual alias to the source folder of the nearest package', () => {
    const aliases = aliasesOf({ 'package.json': '{}', 'apps/a/package.json': '{}' });
    expect(aliases('apps/a/src/b.ts', '@/c')).toEqual(['apps/a/src/c', 'apps/a/c', 'src/c', 'c']);
  });

  it('never leads out of the package, and ignores invalid configurations', () => {
    const aliases = aliasesOf({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "x": ["../../etc"], "y": 1, "z": [2] } } }',
      'a/tsconfig.json': '{ "compilerOptions": [',
      'b/package.json': '[1]',
    });
    expect(aliases('a/b.ts', 'x')).toEqual([]);
    expect(aliases('a/b.ts', 'y')).toEqual([]);
    expect(aliases('a/b.ts', 'z')).toEqual([]);
  });
});

describe('parseJsonWithComments', () => {
  it.each([
    ['{ "a": [1, 2,], // ,]\n }', { a: [1, 2] }],
    ['{ "a": "// b, ]", /* c */ "d": "\\"" }', { a: '// b, ]', d: '"' }],
    ['\ufeff{}', {}],
    ['{ "a": ', undefined],
    ['/* ', undefined],
    ['"', undefined],
  ])('%s', (text, expected) => {
    expect(parseJsonWithComments(text)).toEqual(expected);
  });
});
