import { describe, expect, it } from '@jest/globals';
import {
  EVIL,
  expectRuns,
  manifest,
  PYTHON,
  PYTHON_EVIL,
  reportOn,
  script,
  type Texts,
} from './support/code-that-runs.js';
import { pythonServer } from './support/tool-bodies.js';

const MAIN = { 'package.json': manifest({ main: 'index.js' }) };
const READS =
  "const { readFileSync } = require('node:fs');\nmodule.exports = { read: (path) => readFileSync(path) };\n";

const toolsThatRead = async (files: Texts): Promise<readonly string[]> =>
  (await reportOn(files)).findings.flatMap(({ rule_id: rule, mcp_context: context }) =>
    rule === 'MCP-B001' ? context.tool_names : [],
  );

describe('a value is followed into a module', () => {
  it.each<[string, Texts]>([
    ["require(path.join(__dirname, 'lib', 'h.js'))", { 'lib/h.js': READS }],
    ["require(path.resolve(__dirname, 'lib/h.js'))", { 'lib/h.js': READS }],
    ["require(__dirname + '/lib/h.js')", { 'lib/h.js': READS }],
    ["require(path.join(__dirname, '..', 'lib', 'h'))", { 'lib/h.js': READS }],
    ["require('./lib')", { 'src/lib/package.json': '{"main":"h.js"}', 'src/lib/h.js': READS }],
    ["require('./lib')", { 'src/lib/package.json': '{"main":"./in/"}', 'src/lib/in/index.js': READS }],
    ["require('./lib')", { 'src/lib/index.js': READS }],
  ])('%s', async (call, inner) => {
    const folder = call.includes("'..'") || call.includes("'./lib'") ? 'src/' : '';
    const code = script(`${call}.read(host);`, "const path = require('node:path');");
    const files = { 'package.json': manifest({ main: `${folder}index.js` }), [`${folder}index.js`]: code };
    expect(await toolsThatRead({ ...files, ...inner })).toEqual(['lookup']);
  });
});

describe('product code in JavaScript is', () => {
  it.each([
    ["createRequire(path.join(__dirname, 'test/'))", "load('./h')"],
    ["createRequire(new URL('./test/x.js', import.meta.url))", "load('./h.js')"],
    ["createRequire(__dirname + '/test/x.js')", "load('./h')"],
  ])('what is required from another folder: %s', async (requirer, call) => {
    const before = `import { createRequire } from 'node:module';\nimport path from 'node:path';\nconst load = ${requirer};\n`;
    const files = { ...MAIN, 'test/h.js': EVIL };
    await expectRuns(
      { ...files, 'index.js': script('', `${before}${call};`) },
      { ...files, 'index.js': script('', before) },
      'test/h.js',
    );
  });

  it('missing in the report if npm renames it', async () => {
    const files = { 'lib/.gitignore': 'x' };
    const reason = 'lib/.gitignore: is run, and is not in a language that is analyzed';
    const required = script('', "require('./lib/.npmignore');");
    expect((await reportOn({ ...MAIN, 'index.js': required, ...files })).incomplete_reasons).toEqual([
      reason,
    ]);
    const main = manifest({ main: 'lib/.npmignore' });
    const named = await reportOn({ 'package.json': main, 'index.js': script(''), ...files });
    expect(named.incomplete_reasons).toEqual([reason]);
    expect((await reportOn({ ...MAIN, 'index.js': script(''), ...files })).complete).toBe(true);
  });
});

describe('product code in Python is what is imported without its name', () => {
  it.each([
    ['tests/evil.py', 'import tests, pkgutil\nfor m in pkgutil.walk_packages(tests.__path__): pass'],
    ['tests/evil.py', 'import pkgutil\nfor m in pkgutil.iter_modules(["tests"]): pass'],
    ['tests/evil.py', 'import importlib\nimportlib.import_module(f"tests.{name}")'],
    ['tests/evil.py', 'import importlib\nimportlib.import_module("tests.%s" % name)'],
    ['tests/evil.py', 'import importlib\nimportlib.import_module("tests." + name)'],
    ['tests/in/evil.py', '__import__(f"tests.in.{name}")'],
  ])('%s: %s', async (path, code) => {
    const files = {
      'pyproject.toml': '[project]\nname = "x"\n',
      'tests/__init__.py': '',
      [path]: PYTHON_EVIL,
    };
    await expectRuns(
      { ...files, 'server.py': pythonServer('pass', code) },
      { ...files, 'server.py': PYTHON },
      path,
    );
  });
});
