import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchOfCommand, LAUNCHER_OPTIONS, type FlagTable } from '@mcp-hub/client-configurations/launchers';
import { readServers } from '@mcp-hub/client-configurations';
import { Folder } from '../../src/cli/gate/folder/folder.js';
import { folderProblems } from '../../src/cli/gate/folder/folder-problems.js';
import { NpmRegistry } from '../support/npm-registry.js';

const run = promisify(execFile);

/** A launcher as it is on this machine. */
interface Launcher {
  /** As a configuration names it. */
  readonly command: string;
  /** The words before its options: `exec`, `dlx`. */
  readonly before: readonly string[];
  readonly table: FlagTable;
  /** The program and its first words. */
  readonly program: readonly [string, ...string[]];
}

// npm is on every machine. The others are installed where this variable says, unless it is 1 (CONTRIBUTING.md).
const { TEST_LAUNCHERS } = process.env;
const OTHERS = TEST_LAUNCHERS === '1' ? undefined : TEST_LAUNCHERS;
const installed = (name: string): string => join(OTHERS ?? '', 'node_modules/.bin', name);
const LAUNCHERS: readonly Launcher[] = [
  { command: 'npx', before: [], table: LAUNCHER_OPTIONS.npx, program: ['npx'] },
  { command: 'npm', before: ['exec'], table: LAUNCHER_OPTIONS.npm, program: ['npm'] },
  ...(OTHERS === undefined
    ? []
    : [
        {
          command: 'pnpm',
          before: ['dlx'],
          table: LAUNCHER_OPTIONS.pnpm,
          program: [installed('pnpm')] as const,
        },
        {
          command: 'yarn',
          before: ['dlx'],
          table: LAUNCHER_OPTIONS.yarn,
          program: [installed('yarn')] as const,
        },
        { command: 'bunx', before: [], table: LAUNCHER_OPTIONS.bunx, program: [installed('bunx')] as const },
      ]),
];

let folder: string;
let registry: NpmRegistry;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-launchers-'));
  for (const name of ['home', 'work']) await mkdir(join(folder, name));
  registry = await NpmRegistry.start(
    await Promise.all(
      ['probe', 'other', 'behind'].map(async (name) => ({
        name,
        version: '1.0.0',
        manifest: { bin: { [name]: 'run.js' } },
        bytes: await packed(name),
      })),
    ),
  );
});
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

/** A package whose program says that it runs. */
async function packed(name: string): Promise<Buffer> {
  const source = join(folder, name);
  await mkdir(join(source, 'package'), { recursive: true });
  const manifest = { name, version: '1.0.0', bin: { [name]: 'run.js' } };
  await writeFile(join(source, 'package/package.json'), JSON.stringify(manifest));
  await writeFile(
    join(source, 'package/run.js'),
    `#!/usr/bin/env node\nconsole.log('<started ${name}>');\n`,
    {
      mode: 0o755,
    },
  );
  await run('tar', ['czf', join(source, 'package.tgz'), '-C', source, 'package']);
  return readFile(join(source, 'package.tgz'));
}

/** The package whose program really runs; undefined if none does. */
function started(
  { program: [file, ...first] }: Launcher,
  words: readonly string[],
  work = join(folder, 'work'),
): Promise<string | undefined> {
  const url = registry.settings['npm_config_registry'] ?? '';
  const child = spawn(file, [...first, ...words], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      npm_config_registry: url,
      npm_config_update_notifier: 'false',
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      YARN_ENABLE_TELEMETRY: '0',
      BUN_CONFIG_REGISTRY: url,
      CI: '1',
    },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(/<started (\w+)>/.exec(output)?.[1]));
  });
}

/** Lines with each option at each place, with and without a value that would be another package. */
function linesOf({ before, table }: Launcher): string[][] {
  const [probe, other, behind] = ['probe@1.0.0', 'other@1.0.0', 'behind@1.0.0'];
  return [
    ...table.switches.flatMap((option) => [
      [...before, option, probe, behind],
      [...before, probe, option, behind],
      [...before, `${option}=${other}`, probe],
    ]),
    ...table.values.flatMap((option) => [
      [...before, option, other, probe],
      [...before, `${option}=${other}`, 'other'],
      [...before, option, other, 'other'],
      [...before, probe, option, other],
    ]),
    ...['--no', '-p', '--package', '--unknown', '--call', '-c'].flatMap((option) => [
      [...before, option, other, probe],
      [...before, probe, option, other],
    ]),
    [...before, '--', probe, '--yes'],
    [...before, probe, '--', other],
  ];
}

describe.each(LAUNCHERS)('$command $before', (launcher) => {
  it('starts what its lines are read as, whatever option is where', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const words of linesOf(launcher)) {
      const { references, local, refused } = launchOfCommand(launcher.command, words);
      // What is denied may start anything.
      if (refused !== undefined || local !== undefined) continue;
      const name = await started(launcher, words);
      if (name !== undefined) count += 1;
      if (name !== undefined && !references.some((each) => each.name === `npm:${name}`))
        wrong.push(`${words.join(' ')} starts ${name}`);
    }
    expect(wrong).toEqual([]);
    // Most lines start something; a registry that is not reached would make all of them pass.
    expect(count).toBeGreaterThan(launcher.table.switches.length);
  });
});

/** Texts of files by their paths. */
type Files = Readonly<Record<string, string>>;

const OTHER_PROGRAM = "#!/usr/bin/env node\nconsole.log('<started elsewhere>');\n";
const manifest = (value: object): string => JSON.stringify(value);
const probe = manifest({ name: 'probe', version: '1.0.0', bin: { probe: 'run.js' } });

describe.each(LAUNCHERS)('a folder in which $command $before starts', (launcher) => {
  it.each<[string, Files, string?]>([
    ['has a file in node_modules/.bin with the word', { 'node_modules/.bin/probe@1.0.0': OTHER_PROGRAM }],
    [
      'has such a file around it',
      { 'package.json': manifest({}), 'node_modules/.bin/probe@1.0.0': OTHER_PROGRAM, 'src/a.txt': '' },
      'src',
    ],
    [
      'has a program of its own with the word',
      { 'package.json': manifest({ name: 'a', version: '1.0.0', bin: { 'probe@1.0.0': 'run.js' } }) },
    ],
    [
      'has a folder of programs',
      {
        'package.json': manifest({ name: 'a', version: '1.0.0', directories: { bin: 'tools' } }),
        'tools/probe@1.0.0': OTHER_PROGRAM,
      },
    ],
    ['is the package', { 'package.json': probe, 'node_modules/.bin/probe': OTHER_PROGRAM }],
    [
      'has the package under another name',
      { 'node_modules/a/package.json': probe, 'node_modules/.bin/probe': OTHER_PROGRAM },
    ],
    [
      'has the package inside of another one',
      {
        'node_modules/a/package.json': manifest({ name: 'a', version: '1.0.0' }),
        'node_modules/a/node_modules/b/package.json': probe,
        'node_modules/.bin/probe': OTHER_PROGRAM,
      },
    ],
    [
      'has the package as a workspace',
      {
        'package.json': manifest({ name: 'root', workspaces: ['packages/*'] }),
        'packages/a/package.json': probe,
        'node_modules/.bin/probe': OTHER_PROGRAM,
      },
    ],
    [
      'is a workspace of a project with the package',
      {
        'package.json': manifest({ name: 'root', workspaces: ['packages/*'] }),
        'packages/a/package.json': manifest({ name: 'a', version: '1.0.0' }),
        'node_modules/b/package.json': probe,
        'node_modules/.bin/probe': OTHER_PROGRAM,
      },
      'packages/a',
    ],
    [
      'has a list of installed packages that names it',
      {
        'package.json': manifest({ name: 'root' }),
        'node_modules/a/package.json': manifest({ name: 'a', version: '1.0.0' }),
        'node_modules/.package-lock.json': manifest({
          name: 'root',
          lockfileVersion: 3,
          packages: { 'node_modules/a': { name: 'probe', version: '1.0.0', bin: { probe: 'run.js' } } },
        }),
        'node_modules/.bin/probe': OTHER_PROGRAM,
      },
    ],
    [
      'has a script or program called dlx',
      {
        'package.json': manifest({ name: 'root', scripts: { dlx: 'node run.js' } }),
        'node_modules/.bin/dlx': OTHER_PROGRAM,
      },
    ],
    [
      'has settings around it',
      {
        'package.json': manifest({ name: 'root', workspaces: ['packages/*'] }),
        '.npmrc': 'script-shell=./run.js\n',
        'packages/a/package.json': manifest({ name: 'a', version: '1.0.0' }),
        'packages/a/run.js': OTHER_PROGRAM,
      },
      'packages/a',
    ],
  ])('is denied where it %s, unless the package starts', async (_, files, inside = '') => {
    const root = await mkdtemp(join(folder, 'work-'));
    for (const [name, text] of Object.entries({ 'run.js': OTHER_PROGRAM, ...files })) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text, { mode: 0o755 });
    }
    const work = join(root, inside);
    const args = [...launcher.before, 'probe@1.0.0'];
    const [entry] = readServers(
      '.mcp.json',
      manifest({ mcpServers: { a: { command: launcher.command, args } } }),
    );
    if (entry === undefined) throw new Error('there is one');
    const { denials } = await folderProblems(entry.launch, new Folder(work));
    const name = await started(launcher, args, work);
    expect(denials.length > 0 || name === 'probe').toBe(true);
  });
});
