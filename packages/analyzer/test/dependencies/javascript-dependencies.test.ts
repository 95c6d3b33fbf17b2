import { describe, expect, it } from '@jest/globals';
import { comparedIn, JAVASCRIPT_SERVER } from '../support/compared-dependencies.js';

type Files = Record<string, string>;

const json = (value: unknown): string => JSON.stringify(value);
const manifest = (dependencies: object, more: object = {}): string =>
  json({ name: 'a', version: '1.0.0', main: 'index.js', dependencies, ...more });
const js = (files: Readonly<Record<string, string | Uint8Array>>) =>
  comparedIn({ 'index.js': JAVASCRIPT_SERVER, ...files });

const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const registry = (name: string, version: string): string =>
  `https://npmjs.org/${name}/-/${name.replace(/^@[^/]*\//u, '')}-${version}.tgz`;

describe('an exact version in package.json is compared without a lockfile', () => {
  it.each<[what: string, dependencies: object, compared: string[], others: string[]]>([
    [
      'alone',
      { bad: '1.0.0', worse: '=v1.2.3', open: '^1.0.0' },
      ['bad 1.0.0!', 'worse 1.2.3!'],
      ['open open_range'],
    ],
    [
      'of an alias',
      { tool: 'npm:bad@1.0.0', other: 'npm:worse@^1.0.0' },
      ['bad 1.0.0!'],
      ['worse open_range'],
    ],
    [
      'with the protocol of Yarn',
      { bad: 'npm:1.0.0', worse: 'npm:^1.0.0' },
      ['bad 1.0.0!'],
      ['worse open_range'],
    ],
    ['of a patch', { bad: 'patch:bad@npm%3A1.0.0#./x.patch' }, ['bad 1.0.0!'], []],
    ['of a scoped package', { '@acme/bad': '1.0.0' }, ['@acme/bad 1.0.0!'], []],
    [
      'in the address of a registry’s tarball',
      { tool: registry('@acme/bad', '1.0.0') },
      ['@acme/bad 1.0.0!'],
      [],
    ],
    ['in the address of a tarball', { bad: 'https://h.org/x/bad-1.0.0.tgz' }, ['bad 1.0.0!'], []],
    [
      'in the name of a tarball in the package',
      { '@acme/bad': 'file:./vendor/acme-bad-1.0.0.tgz' },
      ['@acme/bad 1.0.0!'],
      [],
    ],
    ['in a tag', { bad: 'github:o/bad#v1.0.0' }, ['bad 1.0.0!'], []],
    [
      'two versions',
      { open: '1.0.0 || 1.0.1', any: '*', tag: 'latest' },
      [],
      ['any open_range', 'open open_range', 'tag open_range'],
    ],
    [
      'no version',
      { a: 'github:o/r#main', b: `git+https://h.org/b#${'a'.repeat(40)}`, c: 'https://h.org/c.tgz' },
      [],
      ['a git', 'b git', 'c url'],
    ],
    ['a range of tags', { a: 'github:o/r#semver:^1.0.0' }, [], ['a git']],
    ['a folder', { a: 'file:./a' }, [], ['a file']],
    ['another registry', { a: 'jsr:1.0.0' }, [], ['a unknown_alias']],
    ['a catalog that nobody defines', { a: 'catalog:' }, [], ['a unknown_alias']],
  ])('%s', async (_what, dependencies, compared, others) => {
    const result = await js({ 'package.json': manifest(dependencies) });
    expect(result).toMatchObject({ compared, others });
    expect(result.control.passed).toBe(false);
  });

  it('also for development, as optional, as a peer and as an override', async () => {
    const more = {
      devDependencies: { bad: '1.0.0' },
      optionalDependencies: { open: '1.0.0' },
      peerDependencies: { '@acme/bad': '1.0.0' },
      overrides: { worse: '1.0.0', 'x@^1': { '.': '3.0.0', y: '1.0.0' }, open: '$open' },
    };
    const { compared, report } = await js({ 'package.json': manifest({}, more) });
    expect(compared).toEqual(['@acme/bad 1.0.0!', 'bad 1.0.0!', 'open 1.0.0', 'worse 1.0.0!', 'x 3.0.0']);
    expect(report.dependencies.list?.filter(({ dev }) => dev).map(({ name }) => name)).toEqual(['bad']);
    expect(report.dependencies.list?.filter(({ direct }) => !direct).map(({ name }) => name)).toEqual([
      'worse',
      'x',
    ]);
  });

  it('of a catalog', async () => {
    const dependencies = { bad: 'catalog:', worse: 'catalog:old' };
    const settings = "packages: ['x/*']\ncatalog:\n  bad: 1.0.0\ncatalogs:\n  old:\n    worse: ^1.0.0\n";
    const pnpm = await js({ 'package.json': manifest(dependencies), 'pnpm-workspace.yaml': settings });
    const yarn = await js({
      'package.json': manifest(dependencies),
      '.yarnrc.yml': settings.replace(/^.*\n/u, ''),
    });
    const more = {
      workspaces: { packages: ['x/*'], catalog: { bad: '1.0.0' }, catalogs: { old: { worse: '^1.0.0' } } },
    };
    const bun = await js({ 'package.json': manifest(dependencies, more) });
    for (const each of [pnpm, yarn, bun])
      expect(each).toMatchObject({ compared: ['bad 1.0.0!'], others: ['worse open_range'] });
  });

  it('but not where settings name a registry of its own', async () => {
    const settings = '@acme:registry=https://npm.acme.example/\n//npm.acme.example/:_authToken=hunter\n';
    const { others, compared, report, sbom, control } = await js({
      'package.json': manifest({ '@acme/mine': '1.0.0', fine: '1.0.0' }),
      '.npmrc': settings,
    });
    expect([others, compared]).toEqual([['@acme/mine private_index'], ['fine 1.0.0']]);
    expect(JSON.stringify([report, sbom])).not.toContain('hunter');
    expect(control.message).toContain('https://npm.acme.example/');
  });
});

describe('packages of a workspace are neither compared nor listed', () => {
  const CORE = json({ name: 'bad', version: '1.0.0' });
  const expected = { compared: ['worse 1.0.0!'], others: [] };
  const names = ({ sbom }: Awaited<ReturnType<typeof js>>): string[] =>
    sbom.components.map(({ name }) => name);

  it.each<[string, Files]>([
    ['npm', { 'package.json': manifest({ bad: '^1.0.0', worse: '1.0.0' }, { workspaces: ['packages/*'] }) }],
    [
      'Yarn and Bun',
      {
        'package.json': manifest(
          { bad: '1.0.0', worse: '1.0.0' },
          { workspaces: { packages: ['{x,packages}/**', '!x/*'] } },
        ),
      },
    ],
    [
      'pnpm',
      {
        'package.json': manifest({ bad: 'workspace:*', worse: '1.0.0' }),
        'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      },
    ],
  ])('%s', async (_what, files) => {
    const result = await js({ ...files, 'packages/core/package.json': CORE });
    expect(result).toMatchObject(expected);
    expect(names(result)).toEqual(['worse']);
  });

  it.each<[string, Files]>([
    ['in another version', { 'package.json': manifest({ bad: '1.5.0' }, { workspaces: ['packages/*'] }) }],
    ['outside of its folders', { 'package.json': manifest({ bad: '1.0.0' }, { workspaces: ['servers/*'] }) }],
    [
      'left out',
      { 'package.json': manifest({ bad: '1.0.0' }, { workspaces: ['packages/*', '!packages/core'] }) },
    ],
    [
      'unless pnpm is asked for it',
      { 'package.json': manifest({ bad: '1.0.0' }), 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' },
    ],
  ])('but a package of the same name is: %s', async (_what, files) => {
    const { compared } = await js({ ...files, 'packages/core/package.json': CORE });
    expect(compared).toEqual([expect.stringMatching(/^bad .*!$/)]);
  });

  it.each<[string, string]>([
    [
      'package-lock.json',
      json({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { bad: '^1.0.0', worse: '1.0.0' } },
          'node_modules/bad': { resolved: 'packages/core', link: true },
          'packages/core': { name: 'bad', version: '1.0.0' },
          'node_modules/worse': {
            version: '1.0.0',
            resolved: registry('worse', '1.0.0'),
            integrity: INTEGRITY,
          },
        },
      }),
    ],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      bad:\n        specifier: ^1.0.0\n        version: link:packages/core\n      worse:\n        specifier: 1.0.0\n        version: 1.0.0\npackages:\n  worse@1.0.0:\n    resolution: {integrity: ${INTEGRITY}}\n`,
    ],
    [
      'yarn.lock',
      `__metadata:\n  version: 8\n\n"a@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "a@workspace:."\n\n"bad@^1.0.0, bad@workspace:packages/core":\n  version: 0.0.0-use.local\n  resolution: "bad@workspace:packages/core"\n\n"worse@npm:1.0.0":\n  version: 1.0.0\n  resolution: "worse@npm:1.0.0"\n  checksum: 00\n`,
    ],
    [
      'bun.lock',
      `{ "lockfileVersion": 1, "workspaces": { "": { "name": "a", "dependencies": { "bad": "^1.0.0", "worse": "1.0.0", }, }, }, "packages": { "bad": ["bad@workspace:packages/core"], "worse": ["worse@1.0.0", "", {}, "${INTEGRITY}"], }, }`,
    ],
  ])('as %s has them', async (path, lock) => {
    const result = await js({
      'package.json': manifest({ bad: '^1.0.0', worse: '1.0.0' }),
      'packages/core/package.json': CORE,
      [path]: lock,
    });
    expect(result).toMatchObject(expected);
    expect(names(result)).toEqual(['worse']);
    expect(result.sbom.compositions[0]?.aggregate).toBe('complete');
  });
});

describe('bun.lock', () => {
  const LOCK = `{
  // a comment with a quote: "
  "lockfileVersion": 1,
  "workspaces": {
    "": {
      "name": "a",
      "dependencies": { "tool": "npm:bad@^1.0.0", "fine": "1.0.0", "local": "file:./local", "up": "github:o/up#v3.0.0" },
      "devDependencies": { "tester": "^1.0.0" },
    },
    "packages/b": { "name": "@acme/b", "dependencies": { "fine": "2.0.0" } },
  },
  "packages": {
    "@acme/b": ["@acme/b@workspace:packages/b"],
    "@acme/b/fine": ["fine@2.0.0", "", {}, "${INTEGRITY}"],
    "fine": ["fine@1.0.0", "", { "dependencies": { "deep": "1" } }, "${INTEGRITY}"],
    "fine/deep": ["deep@1.0.0", "https://npm.acme.example/", { "optionalDependencies": { "worse": "1" } }, "${INTEGRITY}"],
    "local": ["local@file:./local", {}],
    "tester": ["tester@1.0.0", "", { "dependencies": { "deep": "2" } }],
    "tester/deep": ["deep@2.0.0", "", {}, "${INTEGRITY}"],
    "tool": ["bad@1.0.0", "", {}, "${INTEGRITY}"],
    "up": ["up@github:o/up#${'a'.repeat(40)}", {}, "o-up-aaaaaaa"],
    "worse": ["worse@1.0.0", "${registry('other', '1.0.0')}", {}, "${INTEGRITY}"], // other is installed
  },
}`;

  it('is read with its sources, nested packages and development dependencies', async () => {
    const result = await js({
      'bun.lock': LOCK,
      'package.json': manifest({
        tool: 'npm:bad@^1.0.0',
        fine: '1.0.0',
        local: 'file:./local',
        up: 'github:o/up#v3.0.0',
      }),
      'packages/b/package.json': json({ name: '@acme/b', dependencies: { fine: '2.0.0' } }),
    });
    expect(result.compared).toEqual([
      'bad 1.0.0!',
      'deep 2.0.0',
      'fine 1.0.0',
      'fine 2.0.0',
      'other 1.0.0',
      'tester 1.0.0',
    ]);
    expect(result.others).toEqual(['deep private_index', 'local file', 'up git']);
    const list = result.report.dependencies.list ?? [];
    const where = (test: (each: (typeof list)[number]) => boolean): string[] =>
      list.filter(test).map(({ name, version, line }) => `${name} ${version} ${line}`);
    expect(where(({ dev }) => dev)).toEqual(['deep 2.0.0 19', 'tester 1.0.0 18']);
    expect(where(({ direct }) => direct)).toEqual([
      'local null 17',
      'up 3.0.0 21',
      'bad 1.0.0 20',
      'fine 1.0.0 15',
      'fine 2.0.0 14',
      'tester 1.0.0 18',
    ]);
  });

  it.each([
    ['{', /not valid JSON/],
    ['[]', /not valid JSON/],
    ['{ "packages": 5 }', /no packages/],
  ])('that is broken is not observable: %s', async (text, reason) => {
    const { report, control } = await js({ 'bun.lock': text, 'package.json': manifest({ fine: '1.0.0' }) });
    expect(report.dependencies.unknown).toEqual([
      { file_path: 'bun.lock', reason: expect.stringMatching(reason) },
    ]);
    expect(control).toMatchObject({ passed: false, observable: false });
  });

  it.each([
    `{ "packages": { ${Array.from({ length: 3000 }, (_, at) => `"${'a/'.repeat(at % 100)}b": ["b@1.0.${at}", "", {"dependencies": {"b": "1"}}]`).join(', ')} } }`,
    `{ "packages": { "a": [5], "b": "x", "c": [], "@": ["@"], "d": ["d@"], "__proto__": ["e@1.0.0"] } }`,
    `{ "workspaces": { "": { "dependencies": { "a": "1" } } }, "packages": { "a": ["a@1.0.0", "", { "dependencies": { "a": "1" } }] } }`,
  ])('of any form is read', async (text) => {
    const { report } = await js({ 'bun.lock': text, 'package.json': manifest({}) });
    expect(report.complete).toBe(true);
  });

  it('in its binary form is said to be unreadable', async () => {
    const { report, control } = await js({
      'bun.lockb': Buffer.from([0x23, 0x21, 0, 0xff]),
      'package.json': manifest({ fine: '1.0.0' }),
    });
    expect(report.dependencies.unknown).toEqual([
      { file_path: 'bun.lockb', reason: expect.stringMatching(/binary/) },
    ]);
    expect(control).toMatchObject({ passed: false, observable: false });
  });
});

describe('a lockfile whose entry has the address of another package', () => {
  it.each<[string, string]>([
    [
      'package-lock.json',
      json({
        lockfileVersion: 3,
        packages: {
          'node_modules/fine': { version: '3.0.0', resolved: registry('bad', '1.0.0'), integrity: INTEGRITY },
        },
      }),
    ],
    [
      'yarn.lock',
      `# yarn lockfile v1\n\nfine@^3.0.0:\n  version "3.0.0"\n  resolved "${registry('bad', '1.0.0')}#00"\n`,
    ],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '9.0'\npackages:\n  fine@3.0.0:\n    resolution: {integrity: ${INTEGRITY}, tarball: '${registry('bad', '1.0.0')}'}\n`,
    ],
  ])('is about what is installed: %s', async (path, lock) => {
    const { compared, control } = await js({ 'package.json': manifest({ fine: '^3.0.0' }), [path]: lock });
    expect(compared).toEqual(['bad 1.0.0!']);
    expect(control).toMatchObject({ passed: false, observable: true });
  });
});

describe('patterns of workspaces that are made to be slow', () => {
  it('are matched in bounded time', async () => {
    const workspaces = Array.from({ length: 100 }, () => `${'*a'.repeat(140)}b`);
    const members = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [
        `${'a'.repeat(200)}${at}/package.json`,
        json({ name: `m${at}`, version: '1.0.0' }),
      ]),
    );
    const { compared } = await js({ 'package.json': manifest({ bad: '1.0.0' }, { workspaces }), ...members });
    expect(compared).toEqual(['bad 1.0.0!']);
  });
});
