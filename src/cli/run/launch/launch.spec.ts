import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchOf } from './launch.js';

let folder: string;
let bundle: string;
let programs: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-launch-'));
  [bundle, programs] = [join(folder, 'files'), join(folder, 'bin')];
  for (const path of ['dist', 'src/files', 'bin']) await mkdir(join(bundle, path), { recursive: true });
  await mkdir(programs);
  const files = [
    'dist/server.mjs',
    'server.py',
    'src/files/__init__.py',
    'src/files/__main__.py',
    'bin/server',
  ];
  for (const path of files) await writeFile(join(bundle, path), '');
  await writeFile(join(folder, 'entry.json'), '{}');
  for (const program of ['node', 'python3', 'go', 'bun', 'sh']) {
    await writeFile(join(programs, program), '');
    await chmod(join(programs, program), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const launch = (runtime: string, command: readonly string[], path = programs) =>
  launchOf({ runtime, command }, bundle, path);

const CONSOLE_SCRIPT = "import sys; sys.path.insert(0, 'src'); from files import main; sys.exit(main())";

describe('launchOf', () => {
  it.each<[string, string[], string[]]>([
    ['node', ['node', 'dist/server.mjs', '--port', '1'], ['dist/server.mjs', '--port', '1']],
    ['node', ['node', '--no-warnings', './dist/server.mjs'], ['--no-warnings', 'dist/server.mjs']],
    ['node', ['node', '{bundle}/dist/server.mjs'], ['dist/server.mjs']],
    ['python', ['python3', '-u', 'server.py'], ['-u', 'server.py']],
    ['bun', ['bun', 'run', 'dist/server.mjs'], ['run', 'dist/server.mjs']],
  ])('starts a file of the bundle with %s: %j', (runtime, command, expected) => {
    const started = launch(runtime, command);
    expect(started.program).toBe(join(programs, command[0] ?? ''));
    expect(started.arguments.map((word) => word.replace(`${bundle}/`, ''))).toEqual(expected);
    expect(started.arguments.filter((word) => word.startsWith(bundle))).toHaveLength(1);
  });

  it.each([
    ['python', ['python3', '-c', CONSOLE_SCRIPT]],
    ['go', ['go', '-C', 'src', 'run', './files']],
    ['go', ['go', 'run', '.']],
  ])('starts what the hub writes for %s', (runtime, command) => {
    expect(launch(runtime, command).arguments).toEqual(command.slice(1));
  });

  it('starts a program of the bundle where the manifest declares a binary', () => {
    expect(launch('binary', ['./bin/server', 'stdio'])).toEqual({
      program: join(bundle, 'bin/server'),
      arguments: ['stdio'],
      folder: bundle,
    });
  });

  it.each<[string, string, string[]]>([
    ['a shell', 'node', ['/bin/sh', '-c', 'id']],
    ['a shell of PATH', 'node', ['sh', '-c', 'id']],
    ['another runtime than the declared one', 'python', ['node', 'dist/server.mjs']],
    ['a runtime by its path', 'node', ['/usr/bin/node', 'dist/server.mjs']],
    ['a runtime beside the bundle', 'node', ['./node', 'dist/server.mjs']],
    ['code in an option', 'node', ['node', '-e', 'process.exit(0)']],
    ['a module in an option', 'node', ['node', '--import', 'data:text/javascript,0', 'dist/server.mjs']],
    ['a module in one word', 'node', ['node', '--require=/tmp/evil.js', 'dist/server.mjs']],
    ['a file of the machine', 'node', ['node', '/etc/hostname']],
    ['a file beside the bundle', 'node', ['node', '../entry.json']],
    ['a file beside it, by a detour', 'node', ['node', 'dist/../../entry.json']],
    ['a file beside it, with backslashes', 'node', ['node', '..\\entry.json']],
    ['a drive', 'node', ['node', 'C:/server.mjs']],
    ['a file that is not there', 'node', ['node', 'dist/other.mjs']],
    ['a folder', 'node', ['node', 'dist']],
    ['no file', 'node', ['node']],
    ['a subcommand of bun', 'bun', ['bun', 'x', 'evil']],
    ['a module of Python itself', 'python', ['python3', '-m', 'http.server']],
    ['any code of Python', 'python', ['python3', '-c', 'import os; os.system("id")']],
    ['code behind that of the hub', 'python', ['python3', '-c', `${CONSOLE_SCRIPT}; import evil`]],
    ['a module outside of the bundle', 'python', ['python3', '-c', CONSOLE_SCRIPT.replace("'src'", "'..'")]],
    [
      'a module that the bundle does not have',
      'python',
      ['python3', '-c', CONSOLE_SCRIPT.replace('files', 'evil')],
    ],
    ['a package of Go from elsewhere', 'go', ['go', 'run', 'example.com/evil@latest']],
    ['a folder of Go outside', 'go', ['go', '-C', '../x', 'run', '.']],
    ['another command of Go', 'go', ['go', 'install', './files']],
    ['an unknown runtime', 'constructor', ['constructor']],
    ['a program of the machine as a binary', 'binary', ['/bin/id']],
    ['a program of PATH as a binary', 'binary', ['sh']],
    ['nothing', 'node', ['']],
  ])('refuses %s', (_what, runtime, command) => {
    expect(() => launch(runtime, command)).toThrow(/^the command starts /);
  });

  it('finds programs in absolute folders of PATH only', () => {
    expect(() => launch('node', ['node', 'dist/server.mjs'], 'bin:.::')).toThrow(/^node is not installed/);
  });
});
