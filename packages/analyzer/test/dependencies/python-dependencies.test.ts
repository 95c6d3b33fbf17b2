import { describe, expect, it } from '@jest/globals';
import { incompleteAnalysis } from '../../src/analysis/analyze.js';
import { comparedIn, PYTHON_SERVER } from '../support/compared-dependencies.js';

const py = (files: Readonly<Record<string, string | Uint8Array>>) =>
  comparedIn({ 'server.py': PYTHON_SERVER, ...files });

describe('an exact version in Python is compared wherever it is', () => {
  it.each<[what: string, files: Record<string, string>, compared: string[], others: string[]]>([
    ['requirements.txt', { 'requirements.txt': 'bad==1.0\n' }, ['bad 1.0!'], []],
    [
      'beside open lines',
      { 'requirements.txt': 'bad==1.0\nopen>=1\nany\n' },
      ['bad 1.0!'],
      ['any open_range', 'open open_range'],
    ],
    [
      'in a list that another one includes',
      {
        'requirements.txt': 'open\n-r more/base.txt\n',
        'more/base.txt': '-r ../deep.txt\n',
        'deep.txt': 'bad==1.0',
      },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'in lists that include each other',
      {
        'requirements.txt': '-r other.txt\nopen',
        'other.txt': '-rrequirements.txt\n--requirement=other.txt\nbad==1.0',
      },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'in constraints of an open line, and of others',
      { 'requirements.txt': '-c limits.txt\nbad\n', 'limits.txt': 'bad==1.0\nworse==1.5\n' },
      ['bad 1.0!', 'worse 1.5!'],
      [],
    ],
    [
      'with a marker and extras',
      { 'requirements.txt': 'Bad[x,y] == 1.0 ; python_version >= "3.8"' },
      ['bad 1.0!'],
      [],
    ],
    ['under another spelling', { 'requirements.txt': 'BAD.-_name===1.0' }, ['bad-name 1.0!'], []],
    [
      'with a digest',
      { 'requirements.txt': 'bad==1.0 \\\n  --hash=sha256:00 \\\n  --hash=sha256:11' },
      ['bad 1.0!'],
      [],
    ],
    [
      'among other clauses',
      { 'requirements.txt': 'bad>=0.5,==1.0\nopen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    ['of a build', { 'requirements.txt': 'bad==1.0+cu121' }, ['bad 1.0+cu121!'], []],
    ['twice', { 'requirements.txt': 'bad==1.0\nbad==1.0\nbad==2.0' }, ['bad 1.0!', 'bad 2.0'], []],
    [
      'with a byte order mark and CRLF',
      { 'requirements.txt': '\ufeffbad==1.0\r\nopen\r\n' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    ['with CR alone', { 'requirements.txt': '# first\rbad==1.0\ropen' }, ['bad 1.0!'], ['open open_range']],
    [
      'behind a separator that pip takes for a line',
      { 'requirements.txt': '# first\u2028bad==1.0\x0copen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'in the address of a source archive',
      { 'requirements.txt': 'bad @ https://h.org/bad-1.0.tar.gz\nopen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'in the address of a wheel alone',
      { 'requirements.txt': 'https://h.org/bad-1.0-py3-none-any.whl#sha256=00\nopen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'of a wheel in the package',
      { 'requirements.txt': './wheels/bad-1.0-py3-none-any.whl\nopen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'in a tag of Git',
      { 'requirements.txt': 'bad @ git+https://h.org/o/bad@v1.0\nopen' },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'pyproject.toml, with extras and groups',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndependencies = ["bad==1.0", "open~=1.0"]\n[project.optional-dependencies]\nx = ["worse==1.0"]\n[dependency-groups]\ndev = ["pytest==8.0", {include-group = "x"}]\n',
      },
      ['bad 1.0!', 'pytest 8.0', 'worse 1.0!'],
      ['open open_range'],
    ],
    [
      'uv’s settings',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndependencies = ["open", "bad"]\n[tool.uv]\ndev-dependencies = ["ruff==1.0"]\nconstraint-dependencies = ["worse==1.0"]\n[tool.uv.sources]\nbad = { url = "https://h.org/bad-1.0.zip" }\n',
      },
      ['bad 1.0!', 'ruff 1.0', 'worse 1.0!'],
      ['open open_range'],
    ],
    [
      'poetry, where a version alone is exact',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.10"\nbad = "1.0"\nworse = [{ version = "=1.1", python = "<3.12" }, { version = "^2", python = ">=3.12" }]\nopen = "^1.0"\n[tool.poetry.group.dev.dependencies]\npytest = "==8.0"\n',
      },
      ['bad 1.0!', 'pytest 8.0', 'worse 1.1!'],
      ['open open_range', 'worse open_range'],
    ],
    [
      'PDM',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndependencies = ["open"]\n[tool.pdm.dev-dependencies]\ntest = ["pytest==8.0"]\n[tool.pdm.resolution.overrides]\nworse = "1.0"\n',
      },
      ['pytest 8.0', 'worse 1.0!'],
      ['open open_range'],
    ],
    ['a Pipfile', { Pipfile: '[packages]\nbad = "==1.0"\nopen = "*"\n' }, ['bad 1.0!'], ['open open_range']],
    [
      'files of setuptools',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndynamic = ["dependencies", "optional-dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["deps/base.in"] }\noptional-dependencies.x = { file = "deps/x.txt" }\n',
        'deps/base.in': 'bad==1.0\nopen\n',
        'deps/x.txt': 'worse==1.0\n',
      },
      ['bad 1.0!', 'worse 1.0!'],
      ['open open_range'],
    ],
    [
      'setup.cfg and a file that it names',
      {
        'setup.py': 'from setuptools import setup\nsetup()\n',
        'setup.cfg':
          '[metadata]\nname = a\n[options]\ninstall_requires = file: requires.txt\n[options.extras_require]\nx =\n  worse==1.0\n',
        'requires.txt': 'bad==1.0\nopen\n',
      },
      ['bad 1.0!', 'worse 1.0!'],
      ['open open_range'],
    ],
    [
      'literals and variables of setup.py',
      {
        'setup.py':
          'from setuptools import setup\n# install_requires=["commented==1.0"]\nREQUIRED = [\n    "bad==1.0",\n    "open",\n]\nsetup(name="a", install_requires=REQUIRED, extras_require={"x": ["worse==1.0"]}, description="install_requires=[1]")\n',
      },
      ['bad 1.0!', 'worse 1.0!'],
      ['open open_range'],
    ],
    [
      'a file that setup.py reads',
      {
        'setup.py':
          'from setuptools import setup\nwith open("requirements/base.txt") as f:\n    required = f.read().splitlines()\nsetup(name="a", install_requires=required)\n',
        'requirements/base.txt': 'bad==1.0\nopen\n',
      },
      ['bad 1.0!'],
      ['open open_range'],
    ],
    [
      'the metadata of a script',
      {
        'server.py': `# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "bad==1.0",\n#   "open",\n#   "worse==1.0 ; python_version < '3.9'",\n# ]\n# ///\n${PYTHON_SERVER}`,
      },
      ['bad 1.0!'],
      ['open open_range', 'worse excluded'],
    ],
    [
      'the description of a wheel',
      {
        'a-1.0.dist-info/METADATA':
          'Metadata-Version: 2.1\nName: a\nVersion: 1.0\nRequires-Dist: bad==1.0\nRequires-Dist: open\n',
      },
      ['bad 1.0!'],
      ['open open_range'],
    ],
  ])('%s', async (_what, files, compared, others) => {
    const result = await py(files);
    expect(result).toMatchObject({ compared, others });
    const isBad = compared.some((each) => each.endsWith('!'));
    expect(result.control).toMatchObject({
      passed: false,
      observable: isBad,
      severity: isBad ? 'high' : 'low',
    });
  });
});

describe('a version that is not known', () => {
  it.each<[what: string, line: string, reason: string]>([
    ['a range', 'open>=1,<2', 'open_range'],
    ['a wildcard', 'open==1.*', 'open_range'],
    ['an address without a version', 'open @ https://h.org/open.zip', 'url'],
    ['an address of another package', 'open @ https://h.org/bad-1.0.tar.gz', 'url'],
    ['a commit', `open @ git+https://h.org/open@${'a'.repeat(40)}`, 'git'],
    ['a branch', 'open @ git+https://h.org/open@main', 'git'],
    ['a folder', './open', 'file'],
    ['no version of Python’s', 'open===latest', 'unreadable_version'],
  ])('is said of %s', async (_what, line, reason) => {
    const { others, control } = await py({ 'requirements.txt': `${line}\nfine==1.0\n` });
    expect(others).toEqual([`open ${reason}`]);
    expect(control.passed).toBe(false);
  });

  it('is said of a private index, where a name may be another package’s', async () => {
    for (const text of ['-i https://pypi.acme.example/simple\nopen==1.0', '--no-index\nopen==1.0']) {
      const { others, control } = await py({ 'requirements.txt': text });
      expect(others).toEqual(['open private_index']);
      expect(control).toMatchObject({ passed: false, observable: false });
    }
    const mirrored = await py({
      'requirements.txt': '-i https://mirrors.aliyun.com/pypi/simple/\nopen==1.0',
    });
    expect(mirrored).toMatchObject({ compared: ['open 1.0'], control: { passed: true } });
  });

  it('of a commit is not what the name of the package says', async () => {
    const { sbom, report } = await py({
      'requirements.txt': `bad @ git+https://h.org/bad@${'a'.repeat(40)}\n`,
    });
    expect(report.dependencies.list?.[0]?.because).toBe(`the commit ${'a'.repeat(40)} of a Git repository`);
    expect(sbom.components[0]).not.toHaveProperty('purl');
  });
});

describe('a marker', () => {
  it.each([
    'python_version < "3"',
    'sys_platform == "win32" and sys_platform == "linux"',
    'sys_platform == "win32" and platform_system == "Linux"',
    'sys_platform == "amiga"',
    'python_version > "3.12" and python_version < "3.10"',
    '"a" == os_name',
    'os_name == "nt" and (os_name != "nt" or python_full_version < "2.7")',
  ])('that holds nowhere excludes what it is about: %s', async (marker) => {
    const { compared, others, control } = await py({
      'requirements.txt': `bad==1.0 ; ${marker}\nfine==1.0\n`,
    });
    expect([compared, others]).toEqual([['fine 1.0'], ['bad excluded']]);
    expect(control.passed).toBe(true);
  });

  it.each([
    'python_version >= "3.8"',
    'sys_platform == "win32"',
    'sys_platform != "win32" or python_version < "3"',
    'platform_machine in "x86_64 aarch64" and platform_release > "5" and platform_release < "6"',
    'extra == "x"',
    'python_full_version > "3.11.4" and python_full_version < "3.11.6"',
    'implementation_name == "pypy" and platform_python_implementation != "CPython"',
    'what is this',
    `${'('.repeat(100)}os_name == "x"${')'.repeat(100)}`,
    Array.from({ length: 60 }, (_, index) => `platform_release == "${index}"`).join(' and '),
  ])('that may hold somewhere does not: %s', async (marker) => {
    const { compared } = await py({ 'requirements.txt': `bad==1.0 ; ${marker}\nfine==1.0\n` });
    expect(compared).toEqual(['bad 1.0!', 'fine 1.0']);
  });
});

describe('dependencies that are not known', () => {
  it.each<[what: string, files: Record<string, string | Uint8Array>, path: string, reason: RegExp]>([
    [
      'a list that is missing',
      { 'requirements.txt': 'fine==1.0\n-r missing.txt' },
      'requirements.txt',
      /names missing\.txt/,
    ],
    [
      'a list outside',
      { 'requirements.txt': 'fine==1.0\n-r ../../etc/passwd' },
      'requirements.txt',
      /not in the package/,
    ],
    [
      'a list elsewhere',
      { 'requirements.txt': 'fine==1.0\n-c https://bob:hunter@h.org/c.txt' },
      'requirements.txt',
      /https:\/\/h\.org/,
    ],
    [
      'lines that are no requirements',
      { 'requirements.txt': 'fine==1.0\n? ?' },
      'requirements.txt',
      /line 2/,
    ],
    [
      'another encoding',
      { 'requirements.txt': Buffer.from('caf\xe9==1.0', 'latin1') },
      'requirements.txt',
      /UTF-8/,
    ],
    [
      'broken TOML',
      { 'pyproject.toml': '[project\nname', 'requirements.txt': 'fine==1.0' },
      'pyproject.toml',
      /TOML/,
    ],
    [
      'a broken lockfile',
      { 'uv.lock': 'version = [', 'requirements/base.txt': 'fine==1.0' },
      'uv.lock',
      /TOML/,
    ],
    [
      'dynamic ones that nothing names',
      {
        'pyproject.toml': '[project]\nname = "a"\ndynamic = ["dependencies"]',
        'requirements.txt': 'fine==1.0',
      },
      'pyproject.toml',
      /dynamic/,
    ],
    [
      'a list of setuptools that is missing',
      {
        'pyproject.toml':
          '[project]\nname = "a"\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = "x.txt" }',
        'requirements.txt': 'fine==1.0',
      },
      'pyproject.toml',
      /names x\.txt/,
    ],
    [
      'what a program computes',
      {
        'setup.py': 'from setuptools import setup\nsetup(install_requires=find())',
        'requirements/base.txt': 'fine==1.0',
      },
      'setup.py',
      /computes/,
    ],
    [
      'an item that is no requirement',
      { 'pyproject.toml': '[project]\ndependencies = ["fine==1.0", "? ?"]' },
      'pyproject.toml',
      /cannot be read/,
    ],
  ])('are said of %s', async (_what, files, path, reason) => {
    const { report, control, sbom } = await py(files);
    expect(report.dependencies.unknown).toEqual([{ file_path: path, reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify([report, sbom])).not.toContain('hunter');
    expect(control).toMatchObject({ passed: false, observable: false });
    expect(sbom.compositions[0]?.aggregate).toBe('incomplete');
  });

  it('are those of a package that was not read at all', async () => {
    const { report } = await incompleteAnalysis('too large');
    for (const id of ['SUP-001', 'SUP-002'])
      expect(report.controls.find(({ control_id: each }) => each === id)).toMatchObject({
        passed: false,
        observable: false,
      });
  });

  it('are said even where nothing else is known', async () => {
    const { control } = await py({ 'requirements.txt': '-r missing.txt' });
    expect(control).toMatchObject({ passed: false, applicable: true, observable: false });
  });
});

describe('lists of many files', () => {
  const chain = (length: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        index === 0 ? 'requirements.txt' : `l${index}.txt`,
        `-r l${index + 1}.txt\n-r l1.txt\npackage-${index}==1.0\n`,
      ]),
    );

  it('are read to their end', async () => {
    const { compared } = await py({ ...chain(1500), 'l1500.txt': 'bad==1.0' });
    expect(compared).toHaveLength(1501);
    expect(compared[0]).toBe('bad 1.0!');
  });

  it('that include too many others say so', async () => {
    const { report } = await py({
      'requirements.txt': 'fine==1.0\n'.concat('-r requirements.txt\n'.repeat(2000)),
    });
    expect(report.incomplete_reasons).toEqual([expect.stringMatching(/not a requirement: line 1002, /)]);
  });
});
