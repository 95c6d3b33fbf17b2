import { describe, expect, it } from '@jest/globals';
import { startsBundle } from './foreign-manifest.js';

const LAYOUT = new Set([
  'dist/index.js',
  'bin/server',
  'files/__main__.py',
  'src/other.py',
  'cmd/server/main.go',
]);
const starting = (...command: unknown[]): unknown => ({ entrypoint: { command } });

describe('a manifest that the hub did not write', () => {
  it.each([
    ['an interpreter with a file', starting('node', 'dist/index.js', '--stdio')],
    ['a relative path', starting('node', './dist/index.js')],
    ['a program of the bundle', starting('bin/server')],
    ['a module', starting('python3', '-m', 'files')],
    ['a module in src', starting('python', '-m', 'other')],
    ['a file by uv', starting('uv', 'run', 'src/other.py')],
    ['a Go program', starting('go', 'run', './cmd/server')],
    ['nothing', { entrypoint: {} }],
    ['nothing, without an entry point', {}],
  ])('may start %s', (_what, manifest) => {
    expect(startsBundle(manifest, LAYOUT)).toBe(true);
  });

  it.each([
    ['a shell', starting('sh', '-c', 'node dist/index.js')],
    ['a downloaded package', starting('npx', '-y', 'other')],
    ['inline code', starting('node', '-e', 'evil()', 'dist/index.js')],
    ['code that an option loads', starting('node', '--import=data:text/javascript,evil()', 'dist/index.js')],
    ['a file outside', starting('node', '../index.js')],
    ['a file of the machine', starting('/usr/bin/env', 'node')],
    ['a missing file', starting('node', 'index.js')],
    ['a missing module', starting('python3', '-m', 'http.server')],
    ['a broken command', starting('node', 1)],
    ['no list', { entrypoint: { command: 'node dist/index.js' } }],
    ['an empty list', starting()],
  ])('may not start %s', (_what, manifest) => {
    expect(startsBundle(manifest, LAYOUT)).toBe(false);
  });
});
