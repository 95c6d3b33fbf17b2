import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analyze.js';
import { pythonServer } from './support/tool-bodies.js';

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
    ['shift_jis', `# coding=shift_jis\n${CLEAN}`],
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
