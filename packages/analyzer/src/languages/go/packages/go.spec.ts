import { describe, expect, it } from '@jest/globals';
import type { PackageFacts, ResolvedDependency } from '../../../packages/package-facts.js';
import { readPackageFacts } from '../../../facts/read-package-facts.js';

const MOD = `module example.org/server // the server

go 1.22

require example.org/one v1.0.0

require (
	"example.org/two" v1.2.3+incompatible
	example.org/old v0.1.0 // indirect; why
	example.org/local v1.0.0
	example.org/moved v1.0.0
)

replace (
	example.org/local => ../local
	example.org/moved v1.0.0 => example.org/fork v1.0.1
	example.org/one v9.0.0 => example.org/never v1.0.0
)

exclude example.org/bad v1.0.0
`;
const SUM = `example.org/one v1.0.0 h1:AAAA=
example.org/one v1.0.0/go.mod h1:AAAA=
example.org/two v1.2.3+incompatible/go.mod h1:AAAA=
example.org/old v0.1.0/go.mod h1:AAAA=
example.org/fork v1.0.1 h1:AAAA=
example.org/else v1.9.0 h1:AAAA=
example.org/else v1.10.0 h1:AAAA=
broken line
`;

const facts = (files: Record<string, string>): PackageFacts =>
  readPackageFacts(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

const short = ({ name, version, source, direct, hashed, line }: ResolvedDependency): string =>
  [`${name}@${version}`, source !== 'registry' && source, direct && 'direct', !hashed && 'unhashed', line]
    .filter((part) => part !== false)
    .join(' ');

describe('go.mod', () => {
  it('reads the requirements with their replacements', () => {
    const [manifest] = facts({ 'go.mod': MOD }).manifests;
    expect(manifest).toMatchObject({ ecosystem: 'Go', name: 'example.org/server' });
    expect(
      manifest?.dependencies.map(({ name, range, source, line }) => [name, range, source, line]),
    ).toEqual([
      ['example.org/one', 'v1.0.0', 'registry', 5],
      ['example.org/two', 'v1.2.3+incompatible', 'registry', 8],
      ['example.org/local', '../local', 'file', 10],
      ['example.org/fork', 'v1.0.1', 'registry', 11],
    ]);
  });

  it('lists the programs of its own module', () => {
    const main = 'package main\n\nfunc main() {}\n';
    const { manifests } = facts({
      'go.mod': 'module a',
      'main.go': main,
      'cmd/x/main.go': main,
      'cmd/x/main_test.go': main,
      'vendor/v/main.go': main,
      'lib/lib.go': 'package lib\n\nfunc main() {}\n',
      'inner/go.mod': 'module b',
      'inner/main.go': main,
    });
    expect(manifests.map(({ path, entrypoints }) => [path, entrypoints])).toEqual([
      ['go.mod', ['cmd/x/main.go', 'main.go']],
      ['inner/go.mod', ['inner/main.go']],
    ]);
  });

  it('has versions but no digests without a go.sum', () => {
    const [lockfile] = facts({ 'go.mod': MOD }).lockfiles;
    expect(lockfile).toMatchObject({ path: 'go.mod', missing: [] });
    expect(lockfile?.dependencies.map(short)).toContain('example.org/one@v1.0.0 direct unhashed 5');
  });
});

describe('go.sum', () => {
  it.each([
    'example.org/else nothing h1:AAAA=\nexample.org/else v1.9.0 h1:AAAA=',
    'example.org/else v1.9.0 h1:AAAA=\nexample.org/else nothing h1:AAAA=',
  ])('sorts an invalid version below all others, %j', (sum) => {
    const { lockfiles, problems } = facts({ 'go.mod': MOD.replace('go 1.22', 'go 1.16'), 'go.sum': sum });
    expect(problems).toEqual([]);
    expect(lockfiles[0]?.dependencies.map(({ name, version }) => `${name}@${version}`)).toContain(
      'example.org/else@v1.9.0',
    );
  });

  it('supplies the digests', () => {
    const [lockfile] = facts({ 'go.mod': MOD, 'go.sum': SUM }).lockfiles;
    expect(lockfile).toMatchObject({ path: 'go.sum', missing: ['example.org/two'] });
    expect(lockfile?.dependencies.map(short)).toEqual([
      'example.org/fork@v1.0.1 direct 5',
      'example.org/local@../local file direct unhashed 1',
      'example.org/old@v0.1.0 1',
      'example.org/one@v1.0.0 direct 1',
      'example.org/two@v1.2.3+incompatible direct unhashed 1',
    ]);
  });

  it('adds transitive modules that go.mod does not list, in their highest version', () => {
    const [lockfile] = facts({ 'go.mod': MOD.replace('go 1.22', 'go 1.16'), 'go.sum': SUM }).lockfiles;
    expect(lockfile?.dependencies.map(short)).toContain('example.org/else@v1.10.0 7');
    expect(lockfile?.dependencies.map(({ version }) => version)).not.toContain('v1.9.0');
  });
});
