import { describe, expect, it } from '@jest/globals';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
import { readPackageFacts } from '../../../facts/read-package-facts.js';

function read(path: string, text: string): Manifest {
  const { manifests, problems } = readPackageFacts(new Map([[path, Buffer.from(text)]]));
  const [manifest] = manifests;
  if (manifest === undefined) throw new Error(JSON.stringify(problems));
  return manifest;
}

const short = ({ name, range, source, kind, conditional, line }: DeclaredDependency): string =>
  [
    name + range,
    source !== 'registry' && source,
    kind !== 'runtime' && kind,
    conditional && 'conditional',
    line,
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(' ');

describe('pyproject.toml', () => {
  it('is read in the standard format, with uv’s sources', () => {
    const manifest = read(
      'pyproject.toml',
      `[project]
name = "Server"
version = "1.0"
description = "x"
license = "MIT"
dependencies = [
  "mcp[cli]>=1.2",
  'httpx ; python_version < "3.13"',
  "own",
  "not a requirement",
]
[project.optional-dependencies]
web = ["starlette"]
[project.scripts]
server = "server.main:run"
[project.urls]
Homepage = "https://example.org"
Repository = "https://example.org/repo"
[dependency-groups]
dev = ["pytest>=8", { include-group = "lint" }]
[tool.uv]
dev-dependencies = ["ruff"]
[tool.uv.sources]
own = { git = "https://example.org/own" }
starlette = [{ url = "https://example.org/s.whl", marker = "x" }]
`,
    );
    expect(manifest.dependencies.map(short)).toEqual([
      'mcp>=1.2 7',
      'httpx conditional 8',
      'owngit+https://example.org/own git 9',
      'starlettehttps://example.org/s.whl http optional 13',
      'pytest>=8 dev 20',
      'ruff dev 22',
    ]);
    expect(manifest).toMatchObject({
      ecosystem: 'PyPI',
      name: 'Server',
      version: '1.0',
      description: 'x',
      license: 'MIT',
      repository: 'https://example.org/repo',
      entrypoints: ['server.main:run'],
    });
    expect([...manifest.scripts]).toEqual([['server', 'server.main:run']]);
  });

  it('is read in poetry’s format', () => {
    const manifest = read(
      'pyproject.toml',
      `[tool.poetry]
name = "server"
license = "Apache-2.0"
repository = "https://example.org/repo"

[tool.poetry.dependencies]
python = "^3.10"
mcp = "^1.2"
Web_Kit = { version = ">=1", optional = true }
place = { git = "https://example.org/p" }
win = { version = "*", markers = "x" }

[tool.poetry.group.test.dependencies]
pytest = "*"

[tool.poetry.scripts]
server = "server:main"
`,
    );
    expect(manifest.dependencies.map(short)).toEqual([
      'mcp^1.2 8',
      'web-kit>=1 optional 9',
      'placehttps://example.org/p git 10',
      'win* conditional 11',
      'pytest* dev 14',
    ]);
    expect(manifest).toMatchObject({
      name: 'server',
      license: 'Apache-2.0',
      repository: 'https://example.org/repo',
    });
  });

  it.each([
    ['license = { text = "MIT License" }', 'MIT License'],
    ['license = { file = "COPYING" }', 'SEE LICENSE IN COPYING'],
    ['classifiers = ["Topic :: X", "License :: OSI Approved :: MIT License"]', 'MIT License'],
    ['license = 5', undefined],
  ])('has the license from %s', (line, license) => {
    expect(read('pyproject.toml', `[project]\n${line}`).license).toBe(license);
  });

  it('reports violations of the format', () => {
    expect(read('pyproject.toml', '[project]\ndependencies = "a"').problem).toMatch(/project\.dependencies/);
    expect(read('pyproject.toml', '[project]\ndependencies = ["a", 5]').problem).toMatch(/an item of/);
  });
});

describe('setup.cfg', () => {
  it('is read', () => {
    const manifest = read(
      'setup.cfg',
      `[metadata]
name = server
license = MIT
[options]
install_requires =
    # a comment
    mcp>=1
    httpx  # another
[options.extras_require]
web = starlette
[options.entry_points]
console_scripts =
    server = server:main
`,
    );
    expect(manifest.dependencies.map(short)).toEqual(['mcp>=1 7', 'httpx 8', 'starlette optional 10']);
    expect(manifest).toMatchObject({ name: 'server', license: 'MIT', entrypoints: ['server:main'] });
  });
});

describe('setup.py', () => {
  it('is read as far as its values are literals', () => {
    const manifest = read(
      'setup.py',
      `from setuptools import setup
setup(
    name="server", version=VERSION, license='MIT',
    install_requires=[
        "mcp>=1",  # a comment
        'httpx',
        *EXTRA, "unseen",
    ],
    entry_points={"console_scripts": ["server = server:main"]},
)
`,
    );
    expect(manifest.dependencies.map(short)).toEqual(['mcp>=1 5', 'httpx 6', 'unseen 7']);
    expect(manifest).toMatchObject({
      name: 'server',
      license: 'MIT',
      entrypoints: ['server:main'],
      unlisted: 'computes its dependencies',
    });
    expect(manifest.version).toBeUndefined();
  });

  it.each(['install_requires=', 'install_requires=[', 'install_requires=["a', 'install_requires==["a"]'])(
    'yields no dependencies for %s',
    (text) => {
      expect(read('setup.py', text).dependencies).toEqual([]);
    },
  );
});

describe('Pipfile', () => {
  it('is read', () => {
    const text =
      '[packages]\nmcp = "*"\n"Foo.Bar" = {version = ">=1", markers = "x"}\n[dev-packages]\npytest = "*"\n';
    expect(read('Pipfile', text).dependencies.map(short)).toEqual([
      'mcp* 2',
      'foo-bar>=1 conditional 3',
      'pytest* dev 5',
    ]);
  });
});

describe('requirements.txt', () => {
  it('is read as pip reads it', () => {
    const manifest = read(
      'requirements.txt',
      `# a comment
--index-url https://example.org/simple
mcp>=1 \\
    --hash=sha256:00
httpx[http2]; python_version < "3.13"  # why
-e git+https://example.org/own.git@v1#egg=Own_Package
-e .
git+https://example.org/other.git
https://example.org/files/some_thing-1.0-py3-none-any.whl
./local/folder
-c constraints.txt
`,
    );
    expect(manifest.dependencies.map(short)).toEqual([
      'mcp>=1 3',
      'httpx conditional 5',
      'own-packagegit+https://example.org/own.git@v1#egg=Own_Package git 6',
      'othergit+https://example.org/other.git git 8',
      'some-thinghttps://example.org/files/some_thing-1.0-py3-none-any.whl http 9',
      'folder./local/folder file 10',
    ]);
    expect(manifest.problem).toBeUndefined();
  });

  it('reports invalid lines', () => {
    expect(read('requirements.txt', 'mcp\nwhat is this\n= 5').problem).toBe('not a requirement: line 2, 3');
  });

  it.each([
    ['requirements-dev.txt', 'dev'],
    ['dev-requirements.txt', 'dev'],
    ['requirements/test.txt', 'dev'],
    ['requirements.txt', 'runtime'],
    ['requirements/base.in', 'runtime'],
    ['developer/requirements.txt', 'runtime'],
  ])('%s has dependencies of kind %s', (path, kind) => {
    expect(read(path, 'a>=1').dependencies[0]?.kind).toBe(kind);
  });

  it('includes other lists, each once', () => {
    const files = {
      'requirements.txt': '-r ./base.list\n-r requirements.txt\n-r missing.txt\n-r ../../etc/passwd',
      'base.list': 'a>=1\n-r requirements.txt',
    };
    const { manifests } = readPackageFacts(
      new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    );
    expect(manifests.map(({ path, dependencies }) => [path, dependencies.length])).toEqual([
      ['base.list', 1],
      ['requirements.txt', 0],
    ]);
  });
});
