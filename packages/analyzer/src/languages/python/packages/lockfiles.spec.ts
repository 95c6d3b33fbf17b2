import { describe, expect, it } from '@jest/globals';
import {
  COMMIT,
  factsOf as facts,
  PYPROJECT,
  readPythonLock as read,
  short,
} from '../../../../test/support/lockfiles.js';

describe('uv.lock', () => {
  const UV = `version = 1
requires-python = ">=3.10"

[[package]]
name = "mcp"
version = "1.2.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "anyio" }]
sdist = { url = "https://x", hash = "sha256:00" }
wheels = [{ url = "https://x", hash = "sha256:00" }]

[[package]]
name = "anyio"
version = "4.0"
source = { registry = "https://index.example/simple" }
wheels = [{ url = "https://x", hash = "sha256:00" }, { url = "https://x" }]

[[package]]
name = "foo-bar"
version = "1.0"
source = { git = "https://example.org/f?rev=v1#${COMMIT}" }

[[package]]
name = "pytest"
version = "8.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "iniconfig" }]
wheels = [{ hash = "sha256:00" }]

[[package]]
name = "iniconfig"
version = "2.0"
wheels = [{ hash = "sha256:00" }]

[[package]]
name = "server"
version = "1.0"
source = { editable = "." }
dependencies = [{ name = "mcp" }, { name = "foo-bar" }]
[package.dev-dependencies]
dev = [{ name = "pytest" }]
`;

  it('lists the packages without the project itself', () => {
    expect(read('uv.lock', UV)).toEqual({
      all: [
        'anyio@4.0 unhashed 12',
        'foo-bar@1.0 git direct 18',
        'iniconfig@2.0 dev 30',
        'mcp@1.2.0 direct 4',
        'pytest@8.0 direct dev 23',
      ],
      missing: ['absent'],
    });
  });
});

describe('uv.lock of a project with only development dependencies', () => {
  const LOCK = `version = 1
[[package]]
name = "server"
source = { editable = "." }
[package.dev-dependencies]
dev = [{ name = "pytest" }]
[[package]]
name = "pytest"
version = "8.0"
dependencies = [{ name = "iniconfig" }]
[[package]]
name = "iniconfig"
version = "2.0"
`;

  it('marks all packages as development dependencies', () => {
    expect(read('uv.lock', LOCK, '[project]\ndependencies = []\n').all).toEqual([
      'iniconfig@2.0 dev unhashed 11',
      'pytest@8.0 direct dev unhashed 7',
    ]);
  });

  it('marks none if the direct dependencies are not known', () => {
    const { lockfiles } = facts({
      'uv.lock': LOCK.replace('source = { editable = "." }\n', '').replace(/\[package.dev.*\n.*\n/u, ''),
    });
    expect(lockfiles[0]?.dependencies.map(({ dev }) => dev)).toEqual([false, false, false]);
  });
});

describe('poetry.lock', () => {
  const packages = (category: string): string => `[[package]]
name = "mcp"
version = "1.2.0"
${category.replace('*', 'main')}
files = [{file = "x", hash = "sha256:00"}]

[package.dependencies]
anyio = ">=4"

[[package]]
name = "anyio"
version = "4.0"
${category.replace('*', 'main')}

[[package]]
name = "Foo_Bar"
version = "1.0"
${category.replace('*', 'main')}
[package.source]
type = "git"
url = "https://example.org/f"
resolved_reference = "${COMMIT}"

[[package]]
name = "pytest"
version = "8.0"
${category.replace('*', 'dev')}

[metadata]
lock-version = "2.0"
[metadata.files]
pytest = [{file = "x", hash = "sha256:00"}]
`;

  it.each([
    ['by their category', 'category = "*"'],
    ['by their groups', 'groups = ["*"]'],
    ['by the manifest, if the lockfile has neither field', ''],
  ])('recognizes development dependencies %s', (_what, line) => {
    expect(read('poetry.lock', packages(line))).toEqual({
      all: [
        'anyio@4.0 unhashed 10',
        'foo-bar@1.0 git direct 15',
        'mcp@1.2.0 direct 1',
        'pytest@8.0 direct dev 24',
      ],
      missing: ['absent'],
    });
  });
});

describe('Pipfile.lock', () => {
  it('is read', () => {
    const lock = `{
      "_meta": {},
      "default": {
        "mcp": { "version": "==1.2.0", "hashes": ["sha256:00"] },
        "anyio": { "version": "==4.0" },
        "foo-bar": { "git": "https://example.org/f", "ref": "${COMMIT}" }
      },
      "develop": { "pytest": { "version": "==8.0", "hashes": ["sha256:00"] } }
    }`;
    const { lockfiles } = facts({
      Pipfile: '[packages]\nmcp = "*"\nabsent = "*"\n[dev-packages]\npytest = "*"',
      'Pipfile.lock': lock,
    });
    expect(lockfiles[0]?.dependencies.map(short)).toEqual([
      'anyio@4.0 unhashed 5',
      `foo-bar@${COMMIT} git 6`,
      'mcp@1.2.0 direct 4',
      'pytest@8.0 direct dev 8',
    ]);
    expect(lockfiles[0]?.missing).toEqual(['absent']);
  });
});

describe('a requirements.txt with all versions pinned', () => {
  const PINNED = `mcp==1.2.0 \\
    --hash=sha256:00 \\
    --hash=sha256:11
    # via -r requirements.in
anyio==4.0 --hash=sha256:00
    # via
    #   mcp
foo-bar @ git+https://example.org/f@${COMMIT}
    # via server (pyproject.toml)
`;

  it('is the lockfile of the manifest beside it, and not a manifest', () => {
    expect(read('requirements.txt', PINNED)).toEqual({
      all: ['anyio@4.0 5', `foo-bar@git+https://example.org/f@${COMMIT} git direct 8`, 'mcp@1.2.0 direct 1'],
      missing: ['absent'],
    });
    const { manifests } = facts({ 'pyproject.toml': PYPROJECT, 'requirements.txt': PINNED });
    expect(manifests.map(({ path }) => path)).toEqual(['pyproject.toml']);
  });

  it('is both if there is no other manifest, and marks the direct dependencies itself', () => {
    const { manifests, lockfiles } = facts({ 'requirements.txt': PINNED });
    expect(manifests[0]?.dependencies).toHaveLength(3);
    expect(lockfiles[0]).toMatchObject({ missing: [] });
    expect(lockfiles[0]?.dependencies.filter(({ direct }) => direct).map(({ name }) => name)).toEqual([
      'foo-bar',
      'mcp',
    ]);
  });

  it('is the lockfile of the list that it was generated from', () => {
    const { manifests, lockfiles } = facts({
      'requirements.in': 'mcp>=1\nabsent',
      'requirements.txt': PINNED,
    });
    expect(manifests.map(({ path }) => path)).toEqual(['requirements.in']);
    expect(lockfiles[0]?.missing).toEqual(['absent']);
  });

  it('is that of something else if it has nothing that the manifest beside it asks for', () => {
    const { manifests, lockfiles } = facts({
      'pyproject.toml': '[project]\ndependencies = ["mcp"]',
      'uv-requirements.txt': 'uv==0.1\n',
    });
    expect(manifests.map(({ path }) => path)).toEqual(['pyproject.toml', 'uv-requirements.txt']);
    expect(lockfiles[0]).toMatchObject({ missing: [], dependencies: [{ name: 'uv', direct: true }] });
    const locked = facts({
      'pyproject.toml': '[project]\ndependencies = ["mcp"]',
      'uv-requirements.txt': 'uv==0.1\n',
      'uv.lock': 'version = 1\n[[package]]\nname = "mcp"\nversion = "1.0"\n',
    });
    expect(locked.lockfiles.map(({ missing }) => missing)).toEqual([[], []]);
  });

  it('marks the direct dependencies itself if another list includes it', () => {
    for (const name of ['requirements-dev.txt', 'requirements-all.txt']) {
      const { lockfiles } = facts({
        'requirements.txt': 'mcp==1.2.0\n',
        [name]: '-r ./requirements.txt\npytest\n',
      });
      expect(lockfiles[0]?.dependencies.map(short)).toEqual(['mcp@1.2.0 direct unhashed 1']);
    }
  });

  it.each([
    ['one range', 'a==1\nb>=1'],
    ['no range', 'a==1\nb'],
    ['a branch', 'a==1\ngit+https://example.org/b@main'],
    ['another list', 'a==1\n-r other.txt'],
    ['an invalid line', 'a==1\n? ?'],
    ['nothing', '# empty'],
  ])('is not a lockfile with %s', (_what, text) => {
    expect(facts({ 'requirements.txt': text }).lockfiles).toEqual([]);
  });
});
