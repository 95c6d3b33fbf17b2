import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PackageFacts } from '../packages/package-facts.js';
import { readPackageFacts } from './read-package-facts.js';

const facts = (files: Record<string, string | Buffer>): PackageFacts =>
  readPackageFacts(new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])));

const NAMES = [
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'Pipfile',
  'Pipfile.lock',
  'poetry.lock',
  'uv.lock',
  'requirements.txt',
  'go.mod',
  'go.sum',
];

const WRONG: unknown[] = [
  null,
  5,
  true,
  'text',
  [],
  {},
  [1],
  ['a'],
  { a: 1 },
  { a: null },
  { a: [] },
  { a: { a: {} } },
];

describe('readPackageFacts reports as a problem', () => {
  it.each([
    ['package.json', '{', /JSON/],
    ['package.json', '[]', /holds no object/],
    ['package.json', Buffer.from([0xff, 0xff]), /UTF-8/],
    ['package.json', '5', /holds no object/],
    ['package-lock.json', '{}', /not an npm lockfile/],
    ['pyproject.toml', '[project', /TOML/],
    ['pyproject.toml', `a = ${'['.repeat(5000)}`, /TOML/],
    ['Pipfile', '= 1', /TOML/],
    ['Pipfile.lock', '{"default": {}}', /not a pipenv lockfile/],
    ['poetry.lock', 'a = 1', /not a poetry lockfile/],
    ['uv.lock', 'a = 1', /not a uv lockfile/],
    ['pnpm-lock.yaml', 'a: [', /./],
    ['pnpm-lock.yaml', 'a: 1', /no lockfileVersion/],
    ['pnpm-lock.yaml', 'a: &x [1]\nb: [*x, *x]', /alias/],
    ['pnpm-lock.yaml', `a: ${'['.repeat(5000)}`, /./],
    ['yarn.lock', '__metadata:\n  version: 6\na: &x {b: c}\nd: *x', /alias/],
    [
      'yarn.lock',
      '# yarn lockfile v1\n<<<<<<< HEAD\na@1:\n  version "1"\n=======\na@1:\n  version "2"\n>>>>>>> x',
      /conflict/,
    ],
    ['yarn.lock', '"'.repeat(1000), /./],
    ['go.mod', 'hello', /no go\.mod/],
    ['bun.lock', '{}', /no packages/],
    ['bun.lock', '{ "packages": ', /not valid JSON/],
    ['bun.lockb', '\0', /binary lockfile/],
    ['deno.lock', '{}', /not read/],
  ])('%s with %j', (path, content, reason) => {
    const { manifests, lockfiles, problems, unreadLockfiles } = facts({ [path]: content });
    const unread = [...problems, ...unreadLockfiles];
    expect([manifests, lockfiles, unread.map((problem) => problem.path)]).toEqual([[], [], [path]]);
    expect(unread[0]?.reason).toMatch(reason);
  });

  it('a lockfile above 32 MB and a manifest above 4 MB, unread', () => {
    const large = Buffer.alloc(32 * 1024 * 1024 + 1, '[');
    const files = { 'uv.lock': large, 'package.json': large.subarray(0, 4 * 1024 * 1024 + 1) };
    const { problems, unreadLockfiles } = facts(files);
    expect(problems).toEqual([{ path: 'package.json', reason: 'is larger than 4 MB' }]);
    expect(unreadLockfiles).toEqual([{ path: 'uv.lock', reason: 'is larger than 32 MB' }]);
  });

  it('a lockfile with too many dependencies', () => {
    const many = Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`p${at}`, '1']));
    expect(facts({ 'package.json': JSON.stringify({ dependencies: many }) }).problems).toEqual([
      { path: 'package.json', reason: 'holds more than 100000 dependencies' },
    ]);
  });

  it('hostile text in a reason, escaped', () => {
    const [problem] = facts({ 'package.json': '\u202e\u001b[31m' }).problems;
    expect(problem?.reason).toMatch(/^[^\p{C}]*$/u);
  });

  it('and does not throw, whatever the files contain', () => {
    const line = fc.constantFrom(
      '[project]',
      'dependencies = [',
      '"a>=1",',
      ']',
      '[[package]]',
      'name = "a"',
      'version = 5',
      '{"dependencies":',
      '}',
      '{',
      'a@^1:',
      '  version "1"',
      'packages:',
      "  '/a@1':",
      '    resolution: {}',
      "lockfileVersion: '9.0'",
      '- a',
      'require (',
      ')',
      'module x',
      'a==1 --hash=sha256:00',
      '-r other.txt',
      '\\',
      '# via',
      '[options]',
      'install_requires =',
      '    a',
      'install_requires=["a",',
      '__metadata:',
      'a v1 h1:x=',
      'replace a => ../b',
      '[tool.poetry.dependencies]',
      'a = {git = "x"}',
    );
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.array(line, { maxLength: 12 }), (name, lines) => {
        // An error fails the property.
        facts({ [name]: lines.join('\n') });
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    [
      'package.json',
      [
        'dependencies',
        'scripts',
        'bin',
        'exports',
        'license',
        'licenses',
        'repository',
        'name',
        'optionalDependencies',
      ],
    ],
    ['package-lock.json', ['packages', 'dependencies', 'lockfileVersion']],
    ['Pipfile.lock', ['_meta', 'default', 'develop']],
  ])('and does not throw for %s, whatever the types of its values', (path, keys) => {
    for (const key of keys)
      for (const value of [
        ...WRONG,
        ...WRONG.map((inner) => ({ 'node_modules/a': inner, '': inner, a: inner })),
      ])
        expect(() =>
          facts({ [path]: JSON.stringify({ _meta: {}, lockfileVersion: 3, [key]: value }) }),
        ).not.toThrow();
  });

  it.each([
    [
      'pyproject.toml',
      [
        'project',
        'tool',
        'dependency-groups',
        'tool.poetry',
        'tool.poetry.group',
        'tool.uv.sources',
        'project.urls',
      ],
    ],
    ['Pipfile', ['packages', 'dev-packages']],
    ['poetry.lock', ['package', 'metadata', 'metadata.files']],
    ['uv.lock', ['package']],
  ])('and does not throw for %s, whatever the types of its values', (path, keys) => {
    const toml = [
      '5',
      '"x"',
      '[]',
      '{}',
      '[1]',
      '["a"]',
      '[{}]',
      '[{name = 5, dependencies = 5, source = "x", files = 5}]',
      '{a = 1}',
      '{a = [1]}',
      '{a = {a = 1}}',
      '1979-05-27',
      '99999999999999999999',
    ];
    for (const key of keys)
      for (const value of toml)
        expect(() => facts({ [path]: `version = 1\n${key} = ${value}` })).not.toThrow();
  });
});

describe('readPackageFacts', () => {
  it('reads the files of the product, not those of tests, examples and vendored code', () => {
    const manifest = '{"name":"x"}';
    const paths = [
      'package.json',
      'packages/a/package.json',
      'test/package.json',
      'examples/a/package.json',
      'node_modules/a/package.json',
      'vendor/a/package.json',
    ];
    const found = facts({ 'index.js': '', ...Object.fromEntries(paths.map((path) => [path, manifest])) });
    expect(found.manifests.map(({ path }) => path)).toEqual(['package.json', 'packages/a/package.json']);
  });

  it('handles property names of prototypes', () => {
    const text =
      '{"dependencies":{"__proto__":"1","constructor":"2"},"scripts":{"__proto__":"x"},"__proto__":{"name":"bad"}}';
    const [manifest] = facts({ 'package.json': text }).manifests;
    expect(manifest?.name).toBeUndefined();
    expect(manifest?.dependencies.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect([...(manifest?.scripts.keys() ?? [])]).toEqual(['__proto__']);
    const locked = facts({
      'uv.lock': 'version = 1\n[__proto__]\nx = 1\n[[package]]\nname = "__proto__"\nversion = "1"',
    });
    expect(locked.lockfiles[0]?.dependencies.map(({ name }) => name)).toEqual(['-proto-']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('assigns each manifest to the nearest lockfile at or above it', () => {
    const lock = '# yarn lockfile v1\n\na@^1:\n  version "1.0.0"\n\nb@^1:\n  version "1.0.0"\n';
    const asking = (name: string): string => JSON.stringify({ dependencies: { [name]: '^1' } });
    const { lockfiles } = facts({
      'yarn.lock': lock,
      'package.json': asking('missing'),
      'packages/x/package.json': asking('a'),
      'own/yarn.lock': lock,
      'own/package.json': asking('b'),
    });
    const direct = lockfiles.map(({ path, missing, dependencies }) => [
      path,
      missing,
      dependencies.filter((dependency) => dependency.direct).map(({ name }) => name),
    ]);
    expect(direct).toEqual([
      ['own/yarn.lock', [], ['b']],
      ['yarn.lock', ['missing'], ['a']],
    ]);
  });

  it('reads this project’s own manifest and lockfile, with line numbers', () => {
    const read = (path: string): string => readFileSync(path, 'utf8');
    const own = { 'package.json': read('package.json'), 'package-lock.json': read('package-lock.json') };
    const { manifests, lockfiles, problems } = facts(own);
    // The lockfile links to workspaces.
    expect([problems, lockfiles[0]?.missing]).toEqual([[], []]);
    expect(lockfiles[0]?.members).toContain('@mcp-hub/analyzer');
    const lines = {
      manifest: own['package.json'].split('\n'),
      lockfile: own['package-lock.json'].split('\n'),
    };
    for (const { name, line } of manifests[0]?.dependencies ?? [])
      expect(lines.manifest[line - 1]).toMatch(new RegExp(`"${name}":|: "npm:${name}@`));
    for (const { line } of lockfiles[0]?.dependencies ?? [])
      expect(lines.lockfile[line - 1]).toMatch(/^ {4}"node_modules\/.*": \{$/);
    expect(lockfiles[0]?.dependencies.length).toBeGreaterThan(500);
  });
});
