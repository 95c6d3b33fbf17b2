import { describe, expect, it } from '@jest/globals';
import { COMMIT, factsOf as facts, readPythonLock as read } from '../../../../test/support/lockfiles.js';

describe('pdm.lock', () => {
  const packages = (groups: string): string => `[metadata]
groups = ["default", "dev"]
lock_version = "4.5.0"

[[package]]
name = "mcp"
version = "1.2.0"
${groups.replace('*', 'default')}
dependencies = ["anyio>=4; python_version >= '3.8'"]
files = [{file = "x", hash = "sha256:00"}]

[[package]]
name = "anyio"
version = "4.0"
${groups.replace('*', 'default')}

[[package]]
name = "Foo_Bar"
version = "1.0"
git = "https://example.org/f"
revision = "${COMMIT}"
${groups.replace('*', 'default')}

[[package]]
name = "gone"
version = "1.0"
marker = "python_version < '3'"

[[package]]
name = "own"
version = "1.0"
path = "."

[[package]]
name = "pytest"
version = "8.0"
${groups.replace('*', 'dev')}
`;

  it.each([
    ['by their groups', 'groups = ["*"]'],
    ['by the manifest, if the lockfile does not have them', ''],
  ])('recognizes development dependencies %s', (_what, line) => {
    expect(read('pdm.lock', packages(line))).toEqual({
      all: [
        'anyio@4.0 unhashed 12',
        'foo-bar@1.0 git direct 17',
        'mcp@1.2.0 direct 5',
        'pytest@8.0 direct dev unhashed 34',
      ],
      missing: ['absent'],
    });
  });

  it('is refused if it is something else', () => {
    expect(() => read('pdm.lock', 'a = 1')).toThrow(/not a PDM lockfile/);
  });
});

describe('pylock.toml', () => {
  const PYLOCK = `lock-version = "1.0"
created-by = "a tool"
default-groups = ["default"]

[[packages]]
name = "mcp"
version = "1.2.0"
index = "https://pypi.org/simple"
dependencies = [{ name = "anyio" }]
wheels = [{ name = "x", url = "https://h.org/x", hashes = { sha256 = "00" } }]

[[packages]]
name = "anyio"
version = "4.0"
index = "https://pypi.acme.example/simple"
sdist = { name = "x", url = "https://h.org/x", hashes = { sha256 = "00" } }

[[packages]]
name = "Foo.Bar"
vcs = { type = "git", url = "https://example.org/f", commit-id = "${COMMIT}" }

[[packages]]
name = "arc"
archive = { url = "https://h.org/arc-1.5.zip", hashes = { sha256 = "00" } }

[[packages]]
name = "own"
directory = { path = ".", editable = true }

[[packages]]
name = "pytest"
version = "8.0"
marker = "'dev' in dependency_groups"
wheels = [{ name = "x", url = "https://h.org/x" }]

[[packages]]
name = "usual"
version = "1.0"
marker = "'default' in dependency_groups"
`;

  it('is read', () => {
    expect(read('pylock.toml', PYLOCK)).toEqual({
      all: [
        'anyio@4.0 12',
        'arc@1.5 http 22',
        'foo-bar@ git direct 18',
        'mcp@1.2.0 direct 5',
        'pytest@8.0 direct dev unhashed 30',
        'usual@1.0 unhashed 36',
      ],
      missing: ['absent'],
    });
  });

  it('has other names, too, and knows by itself what is direct', () => {
    const { lockfiles } = facts({ 'pylock.dev.toml': PYLOCK });
    expect(lockfiles[0]?.dependencies.filter(({ direct }) => !direct).map(({ name }) => name)).toEqual([
      'anyio',
    ]);
    expect(lockfiles[0]?.dependencies[0]).toMatchObject({
      name: 'anyio',
      index: 'https://pypi.acme.example/simple',
    });
    expect(() => read('pylock.toml', 'a = 1')).toThrow(/not a lockfile of Python/);
  });
});

describe('the sources of uv.lock and poetry.lock', () => {
  it('are named where they are not the public index', () => {
    const uv = `version = 1\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://u:p@pypi.acme.example/simple" }\n[[package]]\nname = "b"\nversion = "1.0"\nsource = { registry = "https://pypi.org/simple" }\n`;
    const poetry = `[[package]]\nname = "a"\nversion = "1.0"\n[package.source]\ntype = "legacy"\nurl = "https://u:p@pypi.acme.example/simple"\n[metadata]\n`;
    for (const [path, text] of [
      ['uv.lock', uv],
      ['poetry.lock', poetry],
    ] as const) {
      const [first, second] = facts({ [path]: text }).lockfiles[0]?.dependencies ?? [];
      expect(first).toMatchObject({
        name: 'a',
        source: 'registry',
        index: 'https://pypi.acme.example/simple',
      });
      expect(second?.index).toBeUndefined();
    }
  });
});
