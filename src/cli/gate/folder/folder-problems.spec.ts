import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readServers, type Launch, type ServerEntry } from '@mcp-hub/client-configurations';
import { withEnvironmentFiles } from './environment-files.js';
import { Folder } from './folder.js';
import { folderProblems, type FolderProblems } from './folder-problems.js';

let path: string;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'mcp-hub-folder-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

async function file(name: string, text = ''): Promise<void> {
  await mkdir(dirname(join(path, name)), { recursive: true });
  await writeFile(join(path, name), text);
}

const entryOf = (definition: object): ServerEntry => {
  const [entry] = readServers('.vscode/mcp.json', JSON.stringify({ servers: { a: definition } }));
  if (entry === undefined) throw new Error('there is one');
  return entry;
};

const launch = (line: string): Launch => {
  const [command, ...args] = line.split(' ');
  return entryOf({ command, args }).launch;
};

const problemsOf = (line: string, folder = ''): Promise<FolderProblems> =>
  folderProblems(launch(line), new Folder(join(path, folder)));

const NPX = 'npx -y @acme/files@1.2.3';

describe('folderProblems', () => {
  it.each<[string, string, string | undefined, string]>([
    [
      NPX,
      'node_modules/@acme/files/package.json',
      '{}',
      'node_modules/@acme/files in the folder may run instead of the package that was evaluated',
    ],
    [
      'bunx @acme/files@1.2.3',
      'node_modules/@acme/files',
      '',
      'node_modules/@acme/files in the folder may run instead of the package that was evaluated',
    ],
    [
      NPX,
      '.npmrc',
      'fund=false\nregistry=https://evil.example\n',
      'the setting registry of .npmrc in the folder may change what runs',
    ],
    [
      NPX,
      '.npmrc',
      '@acme:registry = https://evil.example',
      'the setting @acme:registry of .npmrc in the folder may change what runs',
    ],
    [
      NPX,
      '.npmrc',
      'node-options="--require ./x"',
      'the setting node-options of .npmrc in the folder may change what runs',
    ],
    [NPX, '.npmrc', '\u0000\ud800', 'the setting \\u{0} of .npmrc in the folder may change what runs'],
    [NPX, 'npx.cmd', '', 'npx.cmd in the folder would run instead of npx'],
    ['pnpm dlx a@1.0.0', '.pnpmfile.cjs', '', '.pnpmfile.cjs in the folder changes what runs'],
    [
      'pnpm dlx a@1.0.0',
      'pnpm-workspace.yaml',
      'packages:\n  - x\nregistries:\n  default: https://evil.example\n',
      'the setting registries of pnpm-workspace.yaml in the folder may change what runs',
    ],
    [
      'yarn dlx a@1.0.0',
      '.yarnrc.yml',
      'yarnPath: ./x.cjs\n',
      'the setting yarnPath of .yarnrc.yml in the folder may change what runs',
    ],
    ['bunx a@1.0.0', 'bunfig.toml', '', 'bunfig.toml in the folder changes what runs'],
    [
      NPX,
      'node_modules/other/package.json',
      '{"name": "@acme/files"}',
      'node_modules/other in the folder may run instead of the package that was evaluated',
    ],
    [
      NPX,
      'node_modules/a/node_modules/b/package.json',
      '{"name": "@acme/files"}',
      'node_modules/a/node_modules/b in the folder may run instead of the package that was evaluated',
    ],
    [
      NPX,
      'package.json',
      '{"name": "@acme/files"}',
      'package.json in the folder may run instead of the package that was evaluated',
    ],
    [
      NPX,
      'package.json',
      '{"name": ',
      'of the packages in the folder, package.json cannot be read; npm may take it for a package',
    ],
    [
      NPX,
      'package.json',
      '{"bin": {"files@1.2.3": "x.js"}}',
      'files@1.2.3 of package.json in the folder may run instead of the package that was evaluated',
    ],
    [
      NPX,
      'node_modules/.bin/@acme/files@1.2.3',
      '',
      'node_modules/.bin/@acme/files@1.2.3 in the folder may run instead of the package that was evaluated',
    ],
    [
      'npm exec a@1.0.0',
      'node_modules/.package-lock.json',
      '{"packages": {"node_modules/x": {"name": "a"}}}',
      'node_modules/x in node_modules/.package-lock.json in the folder may run instead of the package that was evaluated',
    ],
    [NPX, 'node.exe', '', 'node.exe in the folder would run instead of node'],
    [
      'yarn dlx a@1.0.0',
      'package.json',
      '{"scripts": {"dlx": "x"}}',
      'the script dlx of package.json in the folder may run instead',
    ],
    [
      'yarn dlx a@1.0.0',
      'node_modules/.bin/dlx',
      '',
      'node_modules/.bin/dlx in the folder may run instead of the package that was evaluated',
    ],
    [
      'pipx run a==1.0.0',
      'a==1.0.0',
      '',
      'a==1.0.0 in the folder may run instead of the package that was evaluated',
    ],
    [
      'pipx run a==1.0.0',
      '__pypackages__/3.12/lib/bin/a',
      '',
      '__pypackages__ in the folder may run instead of the package that was evaluated',
    ],
    [
      'uvx a==1.0.0',
      '.python-version',
      './python',
      '.python-version in the folder names no version, but what may be any program',
    ],
  ])('of %s denies %s', async (line, name, text, problem) => {
    await file(name, text);
    const { denials } = await problemsOf(line);
    expect(denials.map((each) => each.replace(/setting .*\ufffd.* of/, 'setting \\u{0} of'))).toEqual([
      problem,
    ]);
  });

  it.each([
    [
      NPX,
      '.npmrc',
      '; comment\n# another\nsave-exact=true\nomit-lockfile-registry-resolved=true\nfetch-retries=5\n//registry.example/:_authToken=${TOKEN}\n',
    ],
    [NPX, 'node_modules/other/package.json', '{}'],
    [NPX, 'yarn.lock', ''],
    [NPX, 'package.json', '{"name": "shop", "workspaces": ["packages/*"], "bin": {"shop": "x.js"}}'],
    [NPX, 'node_modules/.bin/files', ''],
    ['yarn dlx a@1.0.0', 'package.json', '{"scripts": {"start": "x"}}'],
    ['pipx run a==1.0.0', 'a/__init__.py', ''],
    ['pnpm dlx a@1.0.0', 'node_modules/a/package.json', '{}'],
    ['pnpm dlx a@1.0.0', 'pnpm-workspace.yaml', 'packages:\n  - x\n'],
    ['uvx a==1.0.0', '.python-version', '3.12\n'],
    ['uvx a==1.0.0', '.npmrc', 'registry=https://evil.example'],
    ['node server.js', 'node_modules/a/package.json', '{}'],
  ])('of %s accepts %s', async (line, name, text) => {
    await file(name, text);
    expect(await problemsOf(line)).toEqual({ denials: [], warnings: [] });
  });

  it.each([
    ['uvx a==1.0.0', 'uv.toml'],
    ['pipx run a==1.0.0', 'pip.conf'],
  ])('of %s warns of %s', async (line, name) => {
    await file(name);
    expect(await problemsOf(line)).toEqual({ denials: [], warnings: [`${name} in the folder was not read`] });
  });

  it('looks at the project around the folder, as npm does', async () => {
    await file('node_modules/@acme/files/package.json', '{}');
    await file('.npmrc', 'prefix=x');
    await file('src/deep/a.txt');
    expect((await problemsOf(NPX, 'src/deep')).denials).toEqual([
      'the setting prefix of .npmrc in the folder may change what runs',
      'node_modules/@acme/files in the folder may run instead of the package that was evaluated',
    ]);
  });

  it.each(['packages/*', 'packages/**', 'pack{ages,x}/*', './packages/a/'])(
    'finds workspaces of %s, and what links need around them',
    async (pattern) => {
      await file('package.json', JSON.stringify({ workspaces: { packages: [pattern] } }));
      await file('packages/a/package.json', '{"name": "@acme/files"}');
      await file('other/node_modules/b/package.json', '{"name": "b"}');
      await file('other/c/package.json', '{"name": "c"}');
      await mkdir(join(path, 'node_modules'));
      await symlink('../other/c', join(path, 'node_modules/c'));
      for (const [line, place] of [
        [NPX, 'packages/a'],
        ['npx -y b@1.0.0', 'other/node_modules/b'],
      ] as const)
        expect((await problemsOf(line)).denials).toEqual([
          `${place} in the folder may run instead of the package that was evaluated`,
        ]);
    },
  );

  it('ends where links lead around in workspaces, and says that more may run', async () => {
    await file('package.json', JSON.stringify({ workspaces: [Array(35).fill('*').join('/')] }));
    for (const name of ['one', 'two']) await symlink('.', join(path, name));
    expect((await problemsOf(NPX)).denials).toEqual([
      'of the packages in the folder, it has more than 50000 packages, of which npm may run one',
    ]);
  });

  it.each([
    ['a manifest', '{"name": "@acme/fi', 'node_modules/b/package.json cannot be read', []],
    ['so many workspaces', '{}', 'package.json has more than 1000 workspaces', Array(1001).fill('a')],
  ])('says that %s cannot be read', async (_what, manifest, problem, workspaces) => {
    await file('package.json', JSON.stringify({ workspaces }));
    await file('node_modules/b/package.json', manifest);
    expect((await problemsOf(NPX)).denials).toEqual([`of the packages in the folder, ${problem}`]);
  });

  it('looks at the repository and at the workspaces around the folder', async () => {
    await file('.git/HEAD');
    await file('package.json', '{"workspaces": ["packages/*"]}');
    await file('.npmrc', 'script-shell=./x');
    await file('node_modules/b/package.json', '{"name": "@acme/files"}');
    await file('packages/a/package.json', '{"name": "a"}');
    expect((await problemsOf(NPX, 'packages/a')).denials).toEqual([
      'the setting script-shell of .npmrc in the folder may change what runs',
      'node_modules/b in the folder may run instead of the package that was evaluated',
    ]);
  });

  it('looks at each launcher of a chain', async () => {
    await file('.python-version', 'other');
    const { denials } = await folderProblems(
      entryOf({ command: 'npx', args: ['-y', 'supergateway@3.0.0', '--stdio', 'uvx a==1.0.0'] }).launch,
      new Folder(path),
    );
    expect(denials).toEqual(['.python-version in the folder names no version, but what may be any program']);
  });
});

describe('withEnvironmentFiles', () => {
  const entry = (envFile: string): ServerEntry =>
    entryOf({ command: 'npx', args: ['-y', 'a@1.0.0'], envFile });
  const unread = async (envFile: string): Promise<readonly string[] | undefined> =>
    (await withEnvironmentFiles([entry(envFile)], new Folder(path)))[0]?.launch.environmentFiles;

  it.each(['.env', './.env', '${workspaceFolder}/.env'])('reads %s', async (name) => {
    await file('.env', 'TOKEN=x\n');
    const [read] = await withEnvironmentFiles([entry(name)], new Folder(path));
    expect(read?.launch).toMatchObject({ environmentFiles: [], variables: ['TOKEN'] });
  });

  it('does not read what is missing, elsewhere, too large, or no text', async () => {
    await file('large.env', `A=${'x'.repeat(300_000)}`);
    await mkdir(join(path, 'folder'));
    await symlink('/etc/hostname', join(path, 'link.env'));
    for (const name of ['missing', '../x.env', '/etc/hostname', 'link.env', 'large.env', 'folder'])
      expect(await unread(name)).toEqual([name]);
  });
});
