import { describe, expect, it } from '@jest/globals';
import type { Lockfile, ResolvedDependency } from '../../../packages/package-facts.js';
import { readPackageFacts } from '../../../facts/read-package-facts.js';

const COMMIT = 'a'.repeat(40);

/** A package that depends on `a` (which needs `b`), on `c` for development (which needs `d`), and on `e` under an alias. */
const MANIFEST = {
  dependencies: { a: '^1.0.0', alias: 'npm:@s/e@^2.0.0', g: `github:x/g#${COMMIT}` },
  devDependencies: { c: '^3.0.0' },
};

function read(path: string, text: string, manifest: object = MANIFEST): Lockfile {
  const { lockfiles, unreadLockfiles } = readPackageFacts(
    new Map([
      ['package.json', Buffer.from(JSON.stringify(manifest))],
      [path, Buffer.from(text)],
    ]),
  );
  const [lockfile] = lockfiles;
  if (lockfile === undefined) throw new Error(JSON.stringify(unreadLockfiles));
  return lockfile;
}

const short = ({ name, version, source, direct, dev, hashed, line }: ResolvedDependency): string =>
  [
    `${name}@${version}`,
    source !== 'registry' && source,
    direct && 'direct',
    dev && 'dev',
    !hashed && 'unhashed',
    line,
  ]
    .filter((part) => part !== false)
    .join(' ');
const all = (lockfile: Lockfile): string[] => lockfile.dependencies.map(short);

const NPM_3 = `{
  "lockfileVersion": 3,
  "packages": {
    "": { "dependencies": { "a": "^1.0.0", "alias": "npm:@s/e@^2.0.0", "g": "x" }, "devDependencies": { "c": "^3.0.0" } },
    "node_modules/a": { "version": "1.0.0", "resolved": "https://registry.example/a/-/a-1.0.0.tgz", "integrity": "sha512-x" },
    "node_modules/a/node_modules/b": { "version": "2.0.0", "hasInstallScript": true, "license": "MIT" },
    "node_modules/alias": { "name": "@s/e", "version": "2.0.0", "integrity": "sha512-x" },
    "node_modules/b": { "version": "1.0.0", "inBundle": true },
    "node_modules/c": { "version": "3.0.0", "dev": true, "resolved": "https://example.org/c.tgz", "integrity": "sha512-x" },
    "node_modules/d": { "version": "1.0.0", "dev": true, "integrity": "sha512-x" },
    "node_modules/g": { "version": "1.0.0", "resolved": "git+ssh://git@github.com/x/g.git#${COMMIT}" },
    "node_modules/out": { "resolved": "../out", "link": true },
    "node_modules/w": { "resolved": "packages/w", "link": true },
    "packages/w": { "version": "1.0.0", "dependencies": { "d": "1" } },
    "packages/w/node_modules/d": { "version": "2.0.0", "integrity": "sha512-x" }
  }
}`;

const NPM_1 = `{
  "lockfileVersion": 1,
  "dependencies": {
    "a": { "version": "1.0.0", "integrity": "sha512-x", "requires": { "b": "1" }, "dependencies": {
        "b": { "version": "2.0.0", "bundled": true }
      }
    },
    "alias": { "version": "npm:@s/e@2.0.0", "integrity": "sha512-x" },
    "c": { "version": "3.0.0", "dev": true, "integrity": "sha512-x" },
    "g": { "version": "github:x/g#${COMMIT}", "from": "github:x/g" },
    "h": { "version": "https://example.org/h.tgz" }
  }
}`;

const PNPM_5 = `lockfileVersion: 5.4

dependencies:
  a: 1.0.0_peer@1.0.0
  alias: /@s/e/2.0.0
  g: github.com/x/g/${COMMIT}
  own: link:../own

devDependencies:
  c: 3.0.0

packages:

  /@s/e/2.0.0:
    resolution: {integrity: sha512-x}
    dev: false

  /a/1.0.0_peer@1.0.0:
    resolution: {integrity: sha512-x}
    requiresBuild: true
    dependencies:
      b: 1.10

  /b/1.10:
    resolution: {integrity: sha512-x}

  /c/3.0.0:
    resolution: {tarball: https://example.org/c.tgz}
    dev: true

  github.com/x/g/${COMMIT}:
    resolution: {tarball: https://codeload.github.com/x/g/tar.gz/${COMMIT}}
    name: g
    version: 1.0.0
`;

const PNPM_6 = `lockfileVersion: '6.0'
importers:
  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0(peer@1.0.0)
      alias:
        specifier: npm:@s/e@^2.0.0
        version: /@s/e@2.0.0
    devDependencies:
      c:
        specifier: ^3.0.0
        version: 3.0.0
packages:
  /@s/e@2.0.0:
    resolution: {integrity: sha512-x}
  /a@1.0.0(peer@1.0.0):
    resolution: {integrity: sha512-x}
  /c@3.0.0:
    resolution: {directory: ../c, type: directory}
    dev: true
`;

const PNPM_9 = `lockfileVersion: '9.0'

importers:
  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0(peer@1.0.0)
      alias:
        specifier: npm:@s/e@^2.0.0
        version: '@s/e@2.0.0'
      g:
        specifier: github:x/g
        version: https://codeload.github.com/x/g/tar.gz/${COMMIT}
    devDependencies:
      c:
        specifier: ^3.0.0
        version: 3.0.0

packages:

  '@s/e@2.0.0':
    resolution: {integrity: sha512-x}

  a@1.0.0:
    resolution: {integrity: sha512-x}

  b@1.0.0:
    resolution: {integrity: sha512-x}

  c@3.0.0:
    resolution: {integrity: sha512-x}

  d@1.0.0:
    resolution: {integrity: sha512-x}

  g@https://codeload.github.com/x/g/tar.gz/${COMMIT}:
    resolution: {tarball: https://codeload.github.com/x/g/tar.gz/${COMMIT}}
    version: 1.0.0

snapshots:

  '@s/e@2.0.0': {}

  a@1.0.0(peer@1.0.0):
    dependencies:
      b: 1.0.0

  c@3.0.0:
    dependencies:
      d: 1.0.0
`;

const YARN_1 = `# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.
# yarn lockfile v1


"alias@npm:@s/e@^2.0.0":
  version "2.0.0"
  resolved "https://registry.example/@s/e/-/e-2.0.0.tgz#abc"
  integrity sha512-x

a@^1.0.0, a@^1.0.1:
  version "1.0.1"
  resolved "https://registry.example/a/-/a-1.0.1.tgz#abc"
  dependencies:
    b "^1.0.0"

b@^1.0.0:
  version "1.0.0"
  integrity sha512-x

c@^3.0.0:
  version "3.0.0"
  integrity sha512-x
  dependencies:
    d "^1.0.0"

d@^1.0.0:
  version "1.0.0"
  integrity sha512-x

"g@github:x/g#${COMMIT}":
  version "1.0.0"
  resolved "https://codeload.github.com/x/g/tar.gz/${COMMIT}"
`;

const YARN_4 = `# This file is generated by running "yarn install" inside your project.

__metadata:
  version: 8
  cacheKey: 10c0

"a@npm:^1.0.0, a@npm:^1.0.1":
  version: 1.0.1
  resolution: "a@npm:1.0.1"
  dependencies:
    b: "npm:^1.0.0"
  checksum: 10c0/x
  languageName: node
  linkType: hard

"alias@npm:@s/e@^2.0.0":
  version: 2.0.0
  resolution: "@s/e@npm:2.0.0"
  checksum: 10c0/x

"b@patch:b@npm%3A^1.0.0#optional!builtin<compat/b>":
  version: 1.0.0
  resolution: "b@patch:b@npm%3A1.0.0#optional!builtin<compat/b>::version=1.0.0&hash=abc"

"c@npm:^3.0.0":
  version: 3.0.0
  resolution: "c@npm:3.0.0"
  checksum: 10c0/x

"g@github:x/g":
  version: 1.0.0
  resolution: "g@https://github.com/x/g.git#commit=${COMMIT}"

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
`;

describe('npm lockfiles', () => {
  it('of version 3', () => {
    const lockfile = read('package-lock.json', NPM_3);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 7',
      'a@1.0.0 direct 5',
      'b@1.0.0 8',
      'b@2.0.0 unhashed 6',
      'c@3.0.0 http direct dev 9',
      'd@1.0.0 direct dev 10',
      'd@2.0.0 direct 15',
      'g@1.0.0 git direct 11',
      'out@ file unhashed 12',
    ]);
    expect(lockfile.missing).toEqual([]);
    expect(lockfile.dependencies[3]).toMatchObject({ installScript: true, license: 'MIT' });
  });

  it('of version 1', () => {
    const lockfile = read('npm-shrinkwrap.json', NPM_1);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 8',
      'a@1.0.0 direct 4',
      'b@2.0.0 5',
      'c@3.0.0 direct dev 9',
      `g@github:x/g#${COMMIT} git direct 10`,
      'h@https://example.org/h.tgz http unhashed 11',
    ]);
    expect(lockfile.missing).toEqual([]);
  });

  it.each([
    ['absent', { dependencies: { x: '1' } }, ['x']],
    ['present in another version', { dependencies: { a: '^2.0.0', b: '1 || 2' } }, ['a']],
    ['present in another version, under an alias', { dependencies: { alias: 'npm:@s/e@^3' } }, ['@s/e']],
    ['required by a tag or a location', { dependencies: { a: 'latest', g: 'x/g', z: 'latest' } }, ['z']],
    [
      'not needed at run time, or from a folder',
      { devDependencies: { x: '1' }, peerDependencies: { y: '1' }, dependencies: { z: 'file:z' } },
      [],
    ],
    ['required in an extremely long range', { dependencies: { a: `${'9 || '.repeat(1000)}9` } }, []],
  ])('lack a dependency: %s', (_what, manifest, missing) => {
    expect(read('package-lock.json', NPM_3, manifest).missing).toEqual(missing);
  });

  it('are refused when they are nested too deep', () => {
    const nested = `${'{"dependencies":{"a":'.repeat(60)}{}${'}}'.repeat(60)}`;
    expect(() => read('package-lock.json', nested)).toThrow(/nested too deep/);
  });
});

describe('pnpm lockfiles', () => {
  it('of version 5', () => {
    const lockfile = read('pnpm-lock.yaml', PNPM_5);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 14',
      'a@1.0.0 direct 18',
      'b@1.10 24',
      'c@3.0.0 http direct dev unhashed 27',
      'g@1.0.0 git direct 31',
    ]);
    expect(lockfile.dependencies[1]?.installScript).toBe(true);
    expect(lockfile.missing).toEqual([]);
  });

  it('of version 6', () => {
    expect(all(read('pnpm-lock.yaml', PNPM_6))).toEqual([
      '@s/e@2.0.0 direct 16',
      'a@1.0.0 direct 18',
      'c@3.0.0 file direct dev unhashed 20',
    ]);
  });

  it('of version 9, which do not mark development dependencies', () => {
    const lockfile = read('pnpm-lock.yaml', PNPM_9);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 22',
      'a@1.0.0 direct 25',
      'b@1.0.0 28',
      'c@3.0.0 direct dev 31',
      'd@1.0.0 dev 34',
      'g@1.0.0 git direct 37',
    ]);
    expect(lockfile.missing).toEqual([]);
    expect(read('pnpm-lock.yaml', PNPM_9, { dependencies: { a: '^2', x: '*' } }).missing).toEqual(['a', 'x']);
  });

  it('of version 11, after a document about pnpm itself', () => {
    const own =
      "---\nlockfileVersion: '9.0'\nimporters: {}\npackages:\n  pnpm@11.0.0:\n    resolution: {}\n---\n";
    expect(all(read('pnpm-lock.yaml', own + PNPM_9))).toHaveLength(6);
  });
});

describe('yarn lockfiles', () => {
  it('of version 1', () => {
    const lockfile = read('yarn.lock', YARN_1);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 5',
      'a@1.0.1 direct unhashed 10',
      'b@1.0.0 16',
      'c@3.0.0 direct dev 20',
      'd@1.0.0 dev 26',
      'g@1.0.0 git direct 30',
    ]);
    expect(lockfile.missing).toEqual([]);
  });

  it('of later versions, without the project itself', () => {
    const lockfile = read('yarn.lock', YARN_4);
    expect(all(lockfile)).toEqual([
      '@s/e@2.0.0 direct 16',
      'a@1.0.1 direct 7',
      'b@1.0.0 unhashed 21',
      'c@3.0.0 direct dev 25',
      'g@1.0.0 git direct 30',
    ]);
    expect(lockfile.missing).toEqual([]);
    expect(read('yarn.lock', YARN_4, { dependencies: { x: '1' } }).missing).toEqual(['x']);
  });

  it('with Windows line endings', () => {
    for (const text of [YARN_1, YARN_4])
      expect(all(read('yarn.lock', text.replaceAll('\n', '\r\n')))).toEqual(all(read('yarn.lock', text)));
  });
});
