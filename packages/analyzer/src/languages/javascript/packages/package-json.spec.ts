import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '../../../packages/package-facts.js';
import { sourcePackage } from '../../../sources/language-of.js';
import { readPackageJson } from './package-json.js';

function read(fields: object, beside: readonly string[] = [], path = 'package.json'): Manifest {
  const files = new Map(beside.map((name) => [name, Buffer.alloc(0)]));
  return readPackageJson({ path, text: JSON.stringify(fields, undefined, 2) }, sourcePackage(files));
}

describe('readPackageJson', () => {
  it('reports which of its fields are not objects', () => {
    expect(read({ dependencies: 5, scripts: [], devDependencies: {} })).toMatchObject({
      dependencies: [],
      problem: 'not an object: dependencies, scripts',
    });
  });

  it('reads dependencies with their lines', () => {
    const { dependencies } = read({
      dependencies: { a: '^1', both: '1' },
      devDependencies: { '@s/b': '*' },
      peerDependencies: { c: '' },
      optionalDependencies: { both: '1' },
    });
    expect(dependencies.map(({ name, range, kind, line }) => [name, range, kind, line])).toEqual([
      ['a', '^1', 'runtime', 3],
      ['@s/b', '*', 'dev', 7],
      ['both', '1', 'optional', 13],
      ['c', '', 'peer', 10],
    ]);
  });

  it.each([
    ['^1.2.0', 'registry'],
    ['latest', 'registry'],
    ['npm:b@^1', 'registry'],
    ['', 'registry'],
    ['catalog:', 'registry'],
    ['git+https://example.org/a.git', 'git'],
    ['git://example.org/a', 'git'],
    ['github:a/b', 'git'],
    ['a/b', 'git'],
    ['a/b#main', 'git'],
    ['git@github.com:a/b.git', 'git'],
    ['https://github.com/a/b', 'git'],
    ['https://example.org/a.git#v1', 'git'],
    ['https://example.org/a.tgz', 'http'],
    ['http://example.org/a', 'http'],
    ['file:../a', 'file'],
    ['link:../a', 'file'],
    ['../a', 'file'],
    ['./a', 'file'],
    ['/a', 'file'],
    ['workspace:*', 'file'],
  ])('determines the source of %s', (range, source) => {
    expect(read({ dependencies: { a: range } }).dependencies[0]?.source).toBe(source);
  });

  it('resolves an alias to the real package', () => {
    const { dependencies } = read({ dependencies: { a: 'npm:@s/b@^1', c: 'npm:d' } });
    expect(dependencies.map(({ name, range }) => [name, range])).toEqual([
      ['@s/b', 'npm:@s/b@^1'],
      ['d', 'npm:d'],
    ]);
  });

  it('finds the install scripts', () => {
    const { installScripts, scripts } = read({
      scripts: { postinstall: 'node x', test: 'y', prepare: 'z', install: '' },
    });
    expect(installScripts).toEqual([
      { name: 'postinstall', command: 'node x', manifest: 'package.json', line: 3 },
      { name: 'prepare', command: 'z', manifest: 'package.json', line: 5 },
    ]);
    expect([...scripts]).toEqual([
      ['postinstall', 'node x'],
      ['test', 'y'],
      ['prepare', 'z'],
      ['install', ''],
    ]);
  });

  it('adds npm’s default install script for a binding.gyp', () => {
    const commands = (fields: object): string[] =>
      read(fields, ['binding.gyp']).installScripts.map(({ command }) => command);
    expect(commands({})).toEqual(['node-gyp rebuild']);
    expect(commands({ scripts: { install: 'x' } })).toEqual(['x']);
    expect(commands({ gypfile: false })).toEqual([]);
  });

  it('finds the entry points', () => {
    const files = ['p/bin/a.js', 'p/lib/index.js', 'p/index.js', 'p/esm.mjs'];
    const of = (fields: object): readonly string[] => read(fields, files, 'p/package.json').entrypoints;
    expect(of({ bin: './bin/a', main: 'lib' })).toEqual(['p/bin/a.js', 'p/lib/index.js']);
    expect(of({ bin: { a: 'bin/a.js', b: 5, c: '../../etc/passwd' } })).toEqual(['p/bin/a.js']);
    expect(of({ exports: { '.': { types: './a.d.ts', import: './esm.mjs' }, './x': './x.js' } })).toEqual([
      'p/esm.mjs',
    ]);
    expect(of({ main: 'dist/missing.js' })).toEqual(['p/dist/missing.js']);
    expect(of({})).toEqual(['p/index.js']);
    expect(read({}).entrypoints).toEqual([]);
  });

  it('reads the metadata of the package', () => {
    expect(
      read({ name: 'a', version: '1', description: 'b', license: 'MIT', repository: { url: 'c' } }),
    ).toMatchObject({
      name: 'a',
      version: '1',
      description: 'b',
      license: 'MIT',
      repository: 'c',
    });
    expect(read({ license: { type: 'ISC' } }).license).toBe('ISC');
    expect(read({ licenses: [{ type: 'MIT' }, { type: 'ISC' }, 5] }).license).toBe('MIT OR ISC');
  });
});
