import { describe, expect, it } from '@jest/globals';
import { PYTHON, PYTHON_EVIL, expectRuns, foundIn, reportOn, type Texts } from './support/code-that-runs.js';
import { pythonServer } from './support/tool-bodies.js';

const NOT_READ = 'is run, and is not in a language that is analyzed';
const METADATA = { 'x-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: x\nVersion: 1.0\n' };
const STARTS = 'import tests.evil';

const withPathFile = (text: string): Texts => ({
  ...METADATA,
  'server.py': PYTHON,
  'tests/evil.py': PYTHON_EVIL,
  'x.pth': text,
});

describe('a line of a path file runs', () => {
  it.each([
    ['behind a byte order mark', `\ufeff${STARTS}\n`],
    ...Array.from('\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029').map((end): [string, string] => [
      `behind U+${end.charCodeAt(0).toString(16)}`,
      `# comment${end}${STARTS}${end}`,
    ]),
  ])('%s', async (_what, text) => {
    await expectRuns(withPathFile(text), withPathFile('# comment\n'), 'tests/evil.py');
  });

  it.each([300, 1200])('whatever its size: %d KB', async (size) => {
    const text = `${'#'.repeat(size * 1024)}\n${STARTS}\n`;
    const report = await reportOn(withPathFile(text));
    // Beyond 1 MB nothing is parsed.
    expect({ complete: report.complete, level: report.certification_level }).toEqual({
      complete: size < 1024,
      level: 0,
    });
  });

  it('but not what has the words in another place', async () => {
    expect(await foundIn(withPathFile(`# ${STARTS}\n ${STARTS}\n`))).toEqual([]);
  });
});

describe('a folder of a path file', () => {
  const files = {
    ...METADATA,
    'server.py': pythonServer('pass', 'import helper'),
    'vendor/lib/helper.py': PYTHON_EVIL,
  };

  it('is one in which modules are searched', async () => {
    await expectRuns(
      { ...files, 'x.pth': 'vendor/lib\n' },
      { ...files, 'x.pth': '#vendor/lib\n' },
      'vendor/lib/helper.py',
    );
  });

  it('may have a module that runs at every start', async () => {
    const start = { ...METADATA, 'server.py': PYTHON, 'tests/sitecustomize.py': PYTHON_EVIL };
    await expectRuns({ ...start, 'x.pth': './tests' }, start, 'tests/sitecustomize.py');
  });
});

/** The beginning of a compiled module. */
function compiled(flags: number, size = 0): Buffer {
  const header = Buffer.from([0xcb, 0x0d, 0x0d, 0x0a, flags, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]);
  header.writeUInt32LE(size, 12);
  return header;
}

describe('a compiled module', () => {
  it.each([
    '__pycache__/server.cpython-312.pyc',
    '__pycache__/server.cpython-313.opt-1.pyc',
    '__pycache__/server.pypy310.pyc',
  ])('runs instead of a source that it fits, or may fit: %s', async (path) => {
    const files = { ...METADATA, 'server.py': PYTHON };
    for (const cached of [compiled(1), compiled(3), compiled(0, PYTHON.length)]) {
      const report = await reportOn({ ...files, [path]: cached });
      expect({ reasons: report.incomplete_reasons, level: report.certification_level }).toEqual({
        reasons: [`${path}: ${NOT_READ}`],
        level: 0,
      });
    }
    for (const size of [0, PYTHON.length - 1, PYTHON.length + 1])
      expect((await reportOn({ ...files, [path]: compiled(0, size) })).incomplete_reasons).toEqual([]);
  });

  it.each([
    ['helper.pyc', 'import helper'],
    ['helper/__init__.pyc', 'import helper'],
    ['helper/__init__.pyc', 'from helper import x'],
  ])('runs without a source: %s, %s', async (path, code) => {
    const files = { ...METADATA, [path]: compiled(0) };
    expect(
      (await reportOn({ ...files, 'server.py': pythonServer('pass', code) })).incomplete_reasons,
    ).toEqual([`${path}: ${NOT_READ}`]);
    expect((await reportOn({ ...files, 'server.py': PYTHON })).incomplete_reasons).toEqual([]);
  });

  it('runs as a program', async () => {
    const files = { ...METADATA, 'server.py': PYTHON, 'x/cli.pyc': compiled(0) };
    const points = { 'x-1.0.dist-info/entry_points.txt': '[console_scripts]\nx = x.cli:main\n' };
    expect((await reportOn({ ...files, ...points })).incomplete_reasons).toEqual([`x/cli.pyc: ${NOT_READ}`]);
    expect((await reportOn(files)).incomplete_reasons).toEqual([]);
  });
});

describe('a module whose name is not ASCII', () => {
  it.each<[string, Texts]>([
    ['a console script', { 'x-1.0.dist-info/entry_points.txt': '[console_scripts]\nx = tests.évil:main\n' }],
    ['an import', { 'server.py': pythonServer('pass', 'from tests.évil import x') }],
    ['a name in a text', { 'server.py': pythonServer('pass', 'importlib.import_module("tests.évil")') }],
    ['an import in another form', { 'server.py': pythonServer('pass', 'import ｔｅｓｔｓ.évil') }],
  ])('%s', async (_what, files) => {
    const all = { ...METADATA, 'server.py': PYTHON, 'tests/évil.py': PYTHON_EVIL };
    await expectRuns({ ...all, ...files }, all, 'tests/évil.py');
  });
});
