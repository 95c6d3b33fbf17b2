/** How probes of model tables are written in each language. */
import { GO_MODELS } from '../../../src/languages/go/models/table.js';
import { JAVASCRIPT_MODELS } from '../../../src/languages/javascript/models/table.js';
import { PYTHON_MODELS } from '../../../src/languages/python/models/table.js';
import type { ModelTable } from '../../../src/models/model.js';

/** A call of a row's path in a program: what it imports, and the callee, where `@` stands for each earlier call. */
export interface Callee {
  readonly imports: readonly string[];
  readonly expression: string;
}

/** A language's part of a probe. `a` and `b` are what a client gives, `x` is what reaches the sinks. */
export interface Language {
  readonly name: 'go' | 'javascript' | 'python';
  readonly file: string;
  readonly table: ModelTable;
  callee(path: string): Callee;
  /** Statements that use a value so that each use is reported, a line each. */
  sinks(value: string): string[];
  assign(expression: string): string;
  call(expression: string): string;
  /** Leaves the tool if a condition holds. */
  leaveIf(condition: string, negated: boolean): string[];
  /** A function that uses its parameter, as an expression; and what precedes it. */
  callback(): { before: string[]; expression: string };
  list(...items: string[]): string;
  record(value: string): string;
  readonly empty: string;
  /** Leaves the tool with a value. */
  give(expression: string): string;
  first(expression: string): string;
  field(expression: string): string;
  program(
    imports: readonly string[],
    tools: readonly (readonly string[])[],
  ): { text: string; starts: number[] };
}

/** Joins tools below a head, and says in which line the body of each starts. */
function assemble(
  head: readonly string[],
  tools: readonly { before: string[]; body: readonly string[]; after: string[] }[],
): { text: string; starts: number[] } {
  const lines = [...head];
  const starts: number[] = [];
  for (const { before, body, after } of tools) {
    lines.push(...before);
    starts.push(lines.length + 1);
    lines.push(...body, ...after);
  }
  return { text: `${lines.join('\n')}\n`, starts };
}

const indented = (lines: readonly string[], by: string): string[] => lines.map((line) => by + line);
const chain = (path: string): string => path.replaceAll('()', '(@)').replace(/\*$/u, 'anything');

const PYTHON_BUILTINS = new Set(
  `bytes str bytearray ascii float int pow hex oct bin abs round len max min sum set list dict tuple frozenset iter vars next
   enumerate map filter zip sorted reversed all any setattr getattr hasattr id callable delattr globals locals breakpoint
   classmethod staticmethod property exit quit open print input repr format chr ord hash isinstance issubclass range type super
   memoryview bool complex divmod slice object compile exec eval dir help`.split(/\s+/u),
);

/** Paths that programs write in another way. */
const PYTHON_NAMES: readonly (readonly [string, string])[] = [
  ['mysql.Cursor()', 'pymysql.connect().cursor()'],
  ['mysql.Connection()', 'pymysql.connect()'],
];

const python: Language = {
  name: 'python',
  file: 'server.py',
  table: PYTHON_MODELS,
  callee(row) {
    const path = PYTHON_NAMES.reduce((text, [name, written]) => text.replace(name, written), row);
    const segments = path.split('.');
    const root = segments[0]?.replace('()', '') ?? '';
    if (PYTHON_BUILTINS.has(root)) return { imports: [], expression: chain(path) };
    const end = segments.findIndex((segment, index) => index > 0 && /^[A-Z]|\(\)/u.test(segment));
    const module = segments.slice(0, end > 0 ? end : Math.max(1, segments.length - 1)).join('.');
    return { imports: [`import ${module.replace(/\(\)$/u, '')}`], expression: chain(path) };
  },
  sinks: (value) => [
    `os.system(${value})`,
    `open(${value})`,
    `requests.get(${value}, timeout=5)`,
    `eval(${value})`,
    `sqlite3.connect("d").execute(${value})`,
    `re.search(${value}, "k")`,
    `subprocess.run(["git", ${value}])`,
    `"k" * ${value}`,
  ],
  assign: (expression) => `x = ${expression}`,
  call: (expression) => expression,
  leaveIf: (condition, negated) => [`if ${negated ? 'not ' : ''}${condition}:`, '    return "no"'],
  callback: () => ({
    before: ['def f(v, w=None):', ...indented(python.sinks('v'), '    ')],
    expression: 'f',
  }),
  list: (...items) => `[${items.join(', ')}]`,
  record: (value) => `{"k": ${value}}`,
  empty: '[]',
  give: (expression) => `return ${expression}`,
  first: (expression) => `${expression}[0]`,
  field: (expression) => `${expression}["k"]`,
  program: (imports, tools) =>
    assemble(
      [
        'import os, re, requests, sqlite3, subprocess',
        ...imports,
        'from mcp.server.fastmcp import FastMCP',
        'mcp = FastMCP("x")',
      ],
      tools.map((body, index) => ({
        before: ['@mcp.tool()', `def tool${index}(a: str, b: str) -> str:`, '    """Looks up."""'],
        body: indented(body, '    '),
        after: ['    return "ok"'],
      })),
    ),
};

const JS_GLOBALS = /^(?:__\w+|require|import)$/u;

const javascript: Language = {
  name: 'javascript',
  file: 'index.mjs',
  table: JAVASCRIPT_MODELS,
  callee(path) {
    const [, root = '', rest = ''] = /^((?:@[^/]+\/)?[^.()]+)(.*)$/u.exec(path) ?? [];
    const isGlobal = root in globalThis || JS_GLOBALS.test(root);
    if (isGlobal && !['crypto'].includes(root)) return { imports: [], expression: chain(path) };
    const name = `m_${root.replaceAll(/\W/gu, '_')}`;
    const isMember = rest.startsWith('.');
    return {
      imports: [isMember ? `import * as ${name} from '${root}';` : `import ${name}_d from '${root}';`],
      expression: chain((isMember ? name : `${name}_d`) + rest),
    };
  },
  sinks: (value) => [
    `exec(${value});`,
    `readFileSync(${value});`,
    `fetch(${value});`,
    `eval(${value});`,
    `new Database('d').prepare(${value}).all();`,
    `new RegExp(${value}).test('k');`,
    `spawn('git', [${value}]);`,
    `Buffer.alloc(${value});`,
  ],
  assign: (expression) => `const x = await ${expression};`,
  call: (expression) => `await ${expression};`,
  leaveIf: (condition, negated) => [`if (${negated ? '!' : ''}${condition}) return { content: [] };`],
  callback: () => ({
    before: ['const f = (v) => {', ...indented(javascript.sinks('v'), '  '), '};'],
    expression: 'f',
  }),
  list: (...items) => `[${items.join(', ')}]`,
  record: (value) => `{ k: ${value} }`,
  empty: '[]',
  give: (expression) => `return { content: [{ type: 'text', text: await ${expression} }] };`,
  first: (expression) => `(${expression})[0]`,
  field: (expression) => `(${expression}).k`,
  program: (imports, tools) =>
    assemble(
      [
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
        "import { exec, spawn } from 'node:child_process';",
        "import { readFileSync } from 'node:fs';",
        "import Database from 'better-sqlite3';",
        "import { z } from 'zod';",
        ...imports,
        "const server = new McpServer({ name: 'x', version: '1' });",
      ],
      tools.map((body, index) => ({
        before: [
          `server.registerTool('tool${index}', { description: 'Looks up.', inputSchema: { a: z.string(), b: z.string() } }, async ({ a, b }) => {`,
        ],
        body: indented(body, '  '),
        after: ['  return { content: [] };', '});'],
      })),
    ),
};

const go: Language = {
  name: 'go',
  file: 'main.go',
  table: GO_MODELS,
  callee(path) {
    const [, folder = '', rest = ''] = /^(.*\/)?([^/]*)$/u.exec(path) ?? [];
    const [, last = '', members = ''] = /^([^.()]+(?:\.v\d+)?)(.*)$/u.exec(rest) ?? [];
    if (folder === '' && members === '') return { imports: [], expression: chain(path) };
    const name = `m_${(folder + last).replaceAll(/\W/gu, '_')}`;
    return { imports: [`${name} "${folder}${last}"`], expression: chain(name + members) };
  },
  sinks: (value) => [
    `exec.Command("sh", "-c", ${value}).Run()`,
    `os.ReadFile(${value})`,
    `http.Get(${value})`,
    `template.New("k").Parse(${value})`,
    `db.Query(${value})`,
    `regexp.MustCompile(${value})`,
    `exec.Command("git", ${value}).Run()`,
    `_ = make([]byte, ${value})`,
  ],
  assign: (expression) => `x, _ := ${expression}`,
  call: (expression) => expression,
  leaveIf: (condition, negated) => [
    `if ${negated ? '!' : ''}${condition} {`,
    '\treturn mcp.NewToolResultText("no"), nil',
    '}',
  ],
  callback: () => ({
    before: ['f := func(v string, w string) bool {', ...indented(go.sinks('v'), '\t'), '\treturn true', '}'],
    expression: 'f',
  }),
  list: (...items) => `[]string{${items.join(', ')}}`,
  record: (value) => `map[string]string{"k": ${value}}`,
  empty: '[]string{}',
  give: (expression) => `return mcp.NewToolResultText(${expression}), nil`,
  first: (expression) => `${expression}[0]`,
  field: (expression) => `${expression}["k"]`,
  program: (imports, tools) =>
    assemble(
      [
        'package main',
        'import (',
        ...['context', 'database/sql', 'net/http', 'os', 'os/exec', 'regexp', 'text/template'].map(
          (name) => `\t"${name}"`,
        ),
        ...['mcp', 'server'].map((name) => `\t"github.com/mark3labs/mcp-go/${name}"`),
        ...imports.map((line) => `\t${line}`),
        ')',
        'var db, _ = sql.Open("sqlite", "d")',
      ],
      [
        ...tools.map((body, index) => ({
          before: [
            `func tool${index}(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {`,
            '\ta := request.GetString("a", "")',
            '\tb := request.GetString("b", "")',
          ],
          body: indented(body, '\t'),
          after: ['\treturn mcp.NewToolResultText(b), nil', '}'],
        })),
        {
          before: ['func main() {', '\ts := server.NewMCPServer("x", "1")'],
          body: tools.map((_, index) => `\ts.AddTool(mcp.NewTool("tool${index}"), tool${index})`),
          after: ['\tserver.ServeStdio(s)', '}'],
        },
      ],
    ),
};

export const LANGUAGES: readonly Language[] = [go, javascript, python];
