import { describe, expect, it } from '@jest/globals';
import {
  CLEAN,
  EVIL,
  expectRuns,
  foundIn,
  manifest,
  PYTHON,
  PYTHON_EVIL,
  script,
} from './support/code-that-runs.js';
import { goServer, pythonServer } from './support/tool-bodies.js';

describe('what a manifest of npm names is product code, whatever its folder or name', () => {
  it.each<[string, object, string]>([
    ['bin', { bin: './test/cli.js' }, 'test/cli.js'],
    ['a bin that is named like a test', { bin: { x: './cli.test.js' } }, 'cli.test.js'],
    ['main', { main: 'vendor/x/index.js' }, 'vendor/x/index.js'],
    ['module', { module: './examples/index.mjs' }, 'examples/index.mjs'],
    ['an alternative of exports', { exports: { '.': ['./docs/a.js', './index.js'] } }, 'docs/a.js'],
    [
      'a path of exports with alternatives',
      { exports: { './x': [{ node: './docs/a.js' }, './b.js'] } },
      'docs/a.js',
    ],
    ['a condition of exports', { exports: { '.': { node: { import: './docs/a.js' } } } }, 'docs/a.js'],
    ['a path of exports', { exports: { './tools': './test/tools.js' } }, 'test/tools.js'],
    ['a pattern of exports', { exports: { './t/*': './test/*.js' } }, 'test/deep/tools.js'],
    ['browser', { browser: { './a.js': './fixtures/a.js' } }, 'fixtures/a.js'],
    ['a script that starts', { scripts: { start: 'node __tests__/server.js' } }, '__tests__/server.js'],
    [
      'a script before one that starts',
      { scripts: { start: 'node index.js', prestart: 'node test/x.js' } },
      'test/x.js',
    ],
    ['a script at installation', { scripts: { postinstall: 'node ./test/setup.js' } }, 'test/setup.js'],
  ])('%s', async (_what, fields, path) => {
    const files = { 'index.js': CLEAN, [path]: EVIL };
    await expectRuns(
      { ...files, 'package.json': manifest({ main: 'index.js', ...fields }) },
      { ...files, 'package.json': manifest({ main: 'index.js', scripts: { test: `node ${path}` } }) },
      path,
    );
  });
});

describe('what product code in JavaScript starts or loads is product code', () => {
  it.each([
    ['a worker', "new Worker(new URL('./test/evil.js', import.meta.url));", 'test/evil.js'],
    [
      'a worker without a leading dot',
      "new Worker(new URL('test/evil.js', import.meta.url));",
      'test/evil.js',
    ],
    ['a process', "fork('./examples/evil.js');", 'examples/evil.js'],
    ['a process without an ending', "fork('./test/evil');", 'test/evil.js'],
    [
      'a process by parts of a path',
      "fork(join(import.meta.dirname, 'vendor', 'evil.js'));",
      'vendor/evil.js',
    ],
    ['a program', "spawn('node', ['test/evil.js']);", 'test/evil.js'],
    ['a script that is named like a test', "fork('./evil.spec.js');", 'evil.spec.js'],
    ['a copy of a library', "await import('./node_modules/evil/index.js');", 'node_modules/evil/index.js'],
    ['a library that no manifest declares', "await import('evil');", 'node_modules/evil/index.js'],
  ])('%s', async (_what, code, path) => {
    const imports =
      "import { fork, spawn } from 'node:child_process';\nimport { Worker } from 'node:worker_threads';\nimport { join } from 'node:path';";
    const files = { [path]: EVIL, 'package.json': manifest({ main: 'index.js' }) };
    await expectRuns(
      { ...files, 'index.js': script('', `${imports}\n${code}`) },
      { ...files, 'index.js': script('', `${imports}\n// ${code}`) },
      path,
    );
  });

  it('through a file of product code that is named like one that runs tests', async () => {
    const files = { 'lib/load-test-tools.js': "import '../test/evil.js';\n", 'test/evil.js': EVIL };
    await expectRuns(
      { ...files, 'index.js': script('', "import './lib/load-test-tools.js';") },
      { ...files, 'index.js': CLEAN },
      'test/evil.js',
    );
  });

  it('but not a library that a manifest declares, nor a name in a text', async () => {
    const files = {
      'package.json': manifest({ main: 'index.js', dependencies: { evil: '1.0.0' } }),
      'node_modules/evil/index.js': EVIL,
      'test/index.test.js': EVIL,
      'index.js': script(
        "write('test/index.test.js', 'a template');",
        "import 'evil';\nimport { writeFileSync as write } from 'node:fs';",
      ),
    };
    expect(await foundIn(files)).toEqual([]);
  });
});

describe('what runs in Python is product code, whatever its folder or name', () => {
  it.each([
    [
      'a console script',
      '',
      'tests/evil.py',
      '[project]\nname = "x"\n[project.scripts]\nx = "tests.evil:main"\n',
    ],
    [
      'a plugin',
      '',
      'examples/evil.py',
      '[project]\nname = "x"\n[project.entry-points."a.b"]\nx = "examples.evil"\n',
    ],
    [
      'a build backend',
      '',
      'vendor/evil.py',
      '[project]\nname = "x"\n[build-system]\nbuild-backend = "evil"\nbackend-path = ["vendor"]\n',
    ],
    ['a module that is started', 'subprocess.run([sys.executable, "-m", "tests.evil"])', 'tests/evil.py', ''],
    ['a module that is started in a text', 'os.system("python -m tests.evil")', 'tests/evil.py', ''],
    ['a script that is started', 'subprocess.run([sys.executable, "tests/evil.py"])', 'tests/evil.py', ''],
    [
      'a script by parts of a path',
      'subprocess.run(["python", str(Path(__file__).parent / "tests" / "evil.py")])',
      'tests/evil.py',
      '',
    ],
    ['a script that is named like a test', 'subprocess.run(["python", "evil_test.py"])', 'evil_test.py', ''],
    ['a module by its name', 'runpy.run_module("docs.evil")', 'docs/evil.py', ''],
  ])('%s', async (_what, code, path, project) => {
    const files = { [path]: PYTHON_EVIL };
    await expectRuns(
      {
        ...files,
        'server.py': pythonServer('pass', `import runpy\nfrom pathlib import Path\n${code}`),
        'pyproject.toml': project === '' ? '[project]\nname = "x"\n' : project,
      },
      { ...files, 'server.py': PYTHON, 'pyproject.toml': '[project]\nname = "x"\n' },
      path,
    );
  });

  it('also what setup.py imports', async () => {
    const files = { 'server.py': PYTHON, 'tests/evil.py': PYTHON_EVIL };
    await expectRuns(
      { ...files, 'setup.py': 'import tests.evil\nfrom setuptools import setup\nsetup(name="x")\n' },
      { ...files, 'setup.py': 'from setuptools import setup\nsetup(name="x")\n' },
      'tests/evil.py',
    );
  });
});

describe('what others start is product code', () => {
  it('a module in a container file', async () => {
    const files = { 'server.py': PYTHON, 'tests/evil.py': PYTHON_EVIL };
    await expectRuns(
      { ...files, Dockerfile: 'FROM python\nCMD ["python", "-m", "tests.evil"]\n' },
      { ...files, Dockerfile: 'FROM python\nCMD ["python", "-m", "server"]\n' },
      'tests/evil.py',
    );
  });

  it('a script that a program in Go starts', async () => {
    const files = {
      'go.mod': 'module example.com/x\n\ngo 1.22\n\nrequire github.com/mark3labs/mcp-go v0.30.0\n',
      'testdata/evil.py': PYTHON_EVIL,
    };
    await expectRuns(
      { ...files, 'main.go': goServer('\texec.Command("python3", "testdata/evil.py").Run()') },
      { ...files, 'main.go': goServer('\t_ = host') },
      'testdata/evil.py',
    );
  });
});
