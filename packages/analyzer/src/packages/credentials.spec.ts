import { describe, expect, it } from '@jest/globals';
import { knownVersions } from '../dependencies/known-versions.js';
import { toSbom } from '../report/sbom.js';
import { withoutCredentials } from './credentials.js';
import type { PackageFacts } from './package-facts.js';
import { readPackageFacts } from '../facts/read-package-facts.js';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';

const TOKEN = ['ghp', 'a8Kd03LmQz7RtY2wXcVb5NjH6uPe1SfGo4Ti'].join('_');

const facts = (files: Record<string, string>): PackageFacts =>
  readPackageFacts(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

const json = JSON.stringify;

describe('withoutCredentials', () => {
  it.each([
    ['git+https://t0ken@github.com/x/foo.git@v1#egg=foo', 'git+https://github.com/x/foo.git@v1#egg=foo'],
    ['git+https://bob:p/w@h.org/y.git', 'git+https://h.org/y.git'],
    ['https://bob:p@w@h.org/y.tgz', 'https://h.org/y.tgz'],
    ['https://h.org/y.tgz?token=abc&ref=main#sha256=00', 'https://h.org/y.tgz?ref=main#sha256=00'],
    ['https://h.org/y.tgz?abc', 'https://h.org/y.tgz'],
    ['https://h.org/y.tgz#egg=y&access_token=abc', 'https://h.org/y.tgz#egg=y'],
    ['github:bob:pw@x/y#v1', 'github:x/y#v1'],
    ['t0ken@github.com:x/y.git', 'github.com:x/y.git'],
  ])('removes the credentials from %s', (location, open) => {
    expect(withoutCredentials(location)).toBe(open);
  });

  it.each([
    '^1.2.0 || >=2 <3',
    'npm:@scope/name@^1.0.0',
    'git@github.com:x/y.git',
    'git+ssh://git@github.com/x/y.git#semver:^1',
    'https://h.org:8443/a@b/c.tgz',
    'file:../a@1',
    '@scope/name',
    'https://h.org/y.git#commit=0123',
  ])('leaves %s unchanged', (location) => {
    expect(withoutCredentials(location)).toBe(location);
  });

  it.each(['://', '://a:b/', ':', 'a', '?', '#', '@', 'a@', '://a:'])(
    'takes linear time for a text of %j',
    (piece) => {
      expect(growth((length) => withoutCredentials(repeated(piece, length)), 200_000)).toBeLessThan(
        IN_PROPORTION,
      );
    },
  );
});

describe('facts and SBOM contain no credential of a dependency’s location', () => {
  it.each([
    ['requirements.txt', `foo @ git+https://${TOKEN}@github.com/x/foo.git\n`],
    ['requirements.txt', '-e git+https://bob:hunter@github.com/x/y.git#egg=y\n'],
    ['requirements.txt', 'git+https://bob:hunter@h.org\n'],
    ['requirements.txt', 'https://h.org/y-1.0.tar.gz?token=hunter\n'],
    ['requirements.txt', `${TOKEN}\n`],
    ['pyproject.toml', '[project]\nname="a"\ndependencies=["q @ git+https://bob:hunter@h.org/x.git"]'],
    ['pyproject.toml', '[tool.poetry.dependencies]\nw={git="https://bob:hunter@h.org/w.git"}'],
    [
      'pyproject.toml',
      '[project]\nname="a"\ndependencies=["w"]\n[tool.uv.sources]\nw={git="https://bob:hunter@h/w"}',
    ],
    ['setup.cfg', '[options]\ninstall_requires =\n  q @ git+https://bob:hunter@h.org/x.git'],
    ['setup.py', 'setup(install_requires=["q @ git+https://bob:hunter@h.org/x.git"])'],
    ['Pipfile', '[packages]\nw={git="https://bob:hunter@h.org/w.git"}'],
    ['Pipfile.lock', json({ _meta: {}, default: { w: { git: 'https://bob:hunter@h.org/w.git' } } })],
    ['package.json', json({ dependencies: { w: 'git+https://bob:hunter@h.org/w.git' } })],
    ['package.json', json({ dependencies: { w: 'https://h.org/w.tgz?auth=hunter' } })],
    [
      'package.json',
      json({ dependencies: { 'https://bob:hunter@h.org/w': '1' }, repository: 'https://bob:hunter@h.org' }),
    ],
    [
      'package-lock.json',
      json({ lockfileVersion: 1, dependencies: { w: { version: 'git+https://bob:hunter@h.org/w.git#0' } } }),
    ],
    ['yarn.lock', '# yarn lockfile v1\n"https://bob:hunter@h.org/w.git":\n  version "1.0.0"\n'],
    [
      'yarn.lock',
      '__metadata:\n  version: 6\n"w@https://bob:hunter@h.org/w.git":\n  version: 1.0.0\n  resolution: "https://bob:hunter@h.org/w.git"\n',
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\npackages:\n  https://bob:hunter@h.org/w.git:\n    resolution: {tarball: x}\n",
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\npackages:\n  w@https://bob:hunter@h.org/w.tgz:\n    resolution: {tarball: x}\n",
    ],
    ['go.mod', 'module a\nrequire b v1.0.0\nreplace b => https://bob:hunter@h.org/b\n'],
  ])('%s: %s', (path, text) => {
    const read = facts({ [path]: text });
    const sbom = toSbom({
      facts: read,
      known: knownVersions(read),
      identity: null,
      complete: true,
      scannerVersion: '1',
    });
    const described = JSON.stringify([read, sbom]).toLowerCase();
    expect(described).not.toContain('hunter');
    expect(described).not.toContain(TOKEN.slice(4, 20).toLowerCase());
    expect(read.manifests.length).toBeGreaterThanOrEqual(read.lockfiles.length > 0 ? 0 : 1);
  });
});

describe('the reason for an unreadable file', () => {
  const name = TOKEN;
  it.each([
    ['package.json', `{"a": ${name}}`, 'is not valid JSON'],
    ['package-lock.json', `{"a": ${name}}`, 'is not valid JSON'],
    ['Pipfile.lock', `{"a": ${name}}`, 'is not valid JSON'],
    ['pyproject.toml', `a = ${name}`, /^is not valid TOML at line 1, column \d+$/],
    ['pnpm-lock.yaml', `a: *${name}`, 'is not valid YAML'],
    ['pnpm-lock.yaml', `a: !${name} b`, 'is not valid YAML'],
    ['yarn.lock', `__metadata:\n  a: *${name}`, 'is not valid YAML'],
    ['yarn.lock', `# yarn lockfile v1\n@${name} @`, 'is not a valid yarn.lock'],
    ['yarn.lock', `# yarn lockfile v1\n"a" ? "${name}":\n`, 'is not a valid yarn.lock'],
  ])('%s does not quote the file: %s', (path, text, reason) => {
    const { problems: unread, unreadLockfiles } = facts({ [path]: text });
    const problems = [...unread, ...unreadLockfiles];
    expect(problems).toEqual([{ path, reason: expect.stringMatching(reason) }]);
  });
});
