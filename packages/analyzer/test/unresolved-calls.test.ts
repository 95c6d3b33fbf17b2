import { describe, expect, it } from '@jest/globals';
import { EVIL, reportOn, script, type Texts } from './support/code-that-runs.js';
import { goServer, pythonServer } from './support/tool-bodies.js';

const reasonsOf = async (files: Texts): Promise<readonly string[]> =>
  (await reportOn(files)).incomplete_reasons;

/** The reason for one call in the only tool of these servers. */
const reason = (file: string, line: number, call: string): string =>
  `${file}: line ${line} calls ${call}, whose code was not found; tool lookup reaches it`;

/** A server in Python whose tool is after an import and other declarations. */
const python = (imports: string, body: string, before = ''): string =>
  `${imports}\n${pythonServer(body, before)}`;

describe("calls of the package's own code that are not found", () => {
  it.each([
    [
      'a relative module of Python',
      { 'server.py': python('from .lib import run', 'run(host)') },
      [reason('server.py', 9, 'run')],
    ],
    [
      'a module within a package of Python',
      { 'acme/__init__.py': '', 'acme/server.py': python('from acme.lib import run', 'run(host)') },
      [reason('acme/server.py', 9, 'run')],
    ],
    [
      'a name that a module of Python does not have',
      { 'lib.py': 'def walk():\n    pass\n', 'server.py': python('import lib', 'lib.run(host)') },
      [reason('server.py', 9, 'lib.run')],
    ],
    [
      'a name that a package of Python passes on',
      {
        'acme/__init__.py': 'from .lib import run\n',
        'server.py': python('from acme import run', 'run(host)'),
      },
      [reason('server.py', 9, 'run')],
    ],
    [
      'an import within a function',
      { 'server.py': python('', 'from .lib import run\nrun(host)') },
      [reason('server.py', 10, 'run')],
    ],
    [
      'a helper of the handler',
      {
        'server.py': python(
          'from .lib import run',
          'helper(host)',
          'def helper(host):\n    return run(host)\n',
        ),
      },
      [reason('server.py', 6, 'run')],
    ],
    [
      'a relative module of JavaScript',
      { 'index.js': script('run(host);', "import { run } from './lib.js';") },
      [reason('index.js', 5, 'run')],
    ],
    [
      'a module by an alias',
      { 'package.json': '{}', 'index.js': script('lib.run(host);', "import * as lib from '@/lib';") },
      [reason('index.js', 5, 'lib.run')],
    ],
    [
      'a name that a barrel does not have',
      {
        'index.js': script('run(host);', "import { run } from './lib/index.js';"),
        'lib/index.js': "export * from './one.js';\n",
        'lib/one.js': 'export const walk = 1;\n',
      },
      [reason('index.js', 5, 'run')],
    ],
    [
      'a package of Go',
      {
        'go.mod': 'module example.com/acme\n\ngo 1.25\n',
        'main.go': goServer('\tshell.Run(host)', '', '\t"example.com/acme/shell"\n'),
      },
      [reason('main.go', 13, 'shell.Run')],
    ],
    [
      'a function that a package of Go does not have',
      {
        'go.mod': 'module example.com/acme\n\ngo 1.25\n',
        'main.go': goServer('\tshell.Run(host)', '', '\t"example.com/acme/shell"\n'),
        'shell/shell.go': 'package shell\n\nfunc Walk() {}\n',
      },
      [reason('main.go', 13, 'shell.Run')],
    ],
    [
      'a handler in a registry that nothing fills',
      { 'index.js': script('handlers[host](host);', 'const handlers = {};') },
      [reason('index.js', 5, 'handlers[…]')],
    ],
    [
      'a handler that is looked up in a registry that nothing fills',
      { 'server.py': python('', 'run = handlers.get(host)\nrun(host)', 'handlers = {}') },
      [reason('server.py', 10, 'run')],
    ],
  ])('make the report incomplete: %s', async (_name, files, expected) => {
    expect(await reasonsOf(files)).toEqual(expected);
  });

  it('leave the package without a certificate', async () => {
    const { complete, certification_level } = await reportOn({
      'index.js': script('run(host);', "import { run } from './lib.js';"),
    });
    expect([complete, certification_level]).toEqual([false, 0]);
  });

  it('are counted beyond the first ones, and what was found stays', async () => {
    const calls = Array.from({ length: 8 }, (_, index) => `run(${index});`).join('\n');
    const { incomplete_reasons, findings } = await reportOn({
      'a.js': EVIL,
      'index.js': script(calls, "import { run } from './lib.js';"),
    });
    expect(incomplete_reasons).toHaveLength(6);
    expect(incomplete_reasons.at(-1)).toBe("further calls of the package's own code were not resolved: 3");
    expect(findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });

  it('of methods count when they are many of those of a handler', async () => {
    const classes = ['One', 'Two']
      .map((name) => `class ${name}:\n    def fetch_note(self):\n        pass\n`)
      .join('\n');
    const helpers = 'def first():\n    pass\ndef second():\n    pass\ndef third():\n    pass\n';
    const server = (body: string): Texts => ({
      'server.py': python('', body, `${classes}\n${helpers}\nstore = None\n`),
    });
    const others = 'first()\nsecond()\nthird()\n';
    expect(await reasonsOf(server('store.fetch_note()'))).toEqual([
      reason('server.py', 25, 'store.fetch_note'),
    ]);
    expect(await reasonsOf(server(`${others}store.fetch_note()`))).toEqual([]);
  });
});

describe('a complete report', () => {
  it.each<[string, Texts]>([
    ['of a module for types alone', { 'index.ts': script('', "import type { Run } from './lib.js';") }],
    [
      'of a module that is missing, and has a substitute',
      {
        'server.py': python(
          'try:\n    from .lib import run\nexcept ImportError:\n    run = print',
          'run(host)',
        ),
      },
    ],
    ['of a module that no handler needs', { 'server.py': python('from .lib import run', 'pass') }],
    [
      'of a library that shares its folder with the package',
      {
        'pyproject.toml': '[project]\nname = "acme-notes"\nversion = "1"\ndependencies = ["acme-core"]\n',
        'acme/notes/server.py': python('from acme.core.lib import run', 'run(host)'),
      },
    ],
    ['of functions that a framework gives', { 'index.js': script('await new Promise((done) => done());') }],
    [
      'of data that is imported',
      {
        'index.js': script('fold(host, words);', "import words from './words.json'; const fold = (a) => a;"),
      },
    ],
  ])('%s', async (_name, files) => {
    expect(await reasonsOf(files)).toEqual([]);
  });
});
