import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

/** The completeness of the analysis in a report. */
async function outcomeOf(files: Readonly<Record<string, string>>): Promise<{
  readonly complete: boolean;
  readonly reasons: readonly string[];
  readonly rules: readonly string[];
}> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const { report } = await analyze(new Map(bytes));
  const { incomplete_reasons: all, findings } = report;
  // The programs need no tools to be hard to follow.
  const reasons = all.filter((reason) => !reason.startsWith('no tools were recognized'));
  return { complete: reasons.length === 0, reasons, rules: findings.map(({ rule_id }) => rule_id) };
}

/** A string for each number below `count`. */
const each = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('\n');

const script = (...body: string[]): Record<string, string> => ({
  'package.json': '{"name":"x","version":"1.0.0","main":"index.js","type":"module"}',
  'index.js': [
    'import { exec } from "node:child_process";',
    'import { Transform } from "node:stream";',
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
    'import { z } from "zod";',
    'const sv = new McpServer({ name: "x", version: "1" });',
    ...body,
  ].join('\n'),
});

const python = (...body: string[]): Record<string, string> => ({
  'pyproject.toml': '[project]\nname = "x"\nversion = "1.0"\n',
  'server.py': [
    'import os',
    'from typing import Annotated, List, Union',
    'from mcp.server.fastmcp import FastMCP',
    'from pydantic import BaseModel',
    'mcp = FastMCP("x")',
    ...body,
  ].join('\n'),
});

const stars = (count: number): Record<string, string> => ({
  'package.json': '{"name":"x","version":"1.0.0","main":"m0.js","type":"module"}',
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `m${index}.js`,
      [
        `import { zz } from "./m${(index + 1) % count}";`,
        each(count, (other) => `export * from "./m${other}";`),
        'console.log(zz);',
      ].join('\n'),
    ]),
  ),
});

/** Values that each contain the previous one twice, and a tool whose arguments are such a value. */
const doubled = (first: string, next: (before: string) => string, use: string): Record<string, string> =>
  script(
    `const v0 = ${first};`,
    each(30, (index) => `const v${index + 1} = ${next(`v${index}`)};`),
    use.replace('LAST', 'v30'),
  );

const TOOL = 'sv.tool("x", "y", LAST, async (p) => { exec(`ls ${p.a}`); });';
const REGISTERED = 'sv.registerTool("x", { inputSchema: LAST }, async (p) => { exec(`ls ${p.a}`); });';
const WITHIN = 'sv.registerTool("x", { inputSchema: { a: LAST } }, async (p) => { exec(`ls ${p.a}`); });';
const PRINTED = 'console.log(LAST); sv.tool("x", "y", {}, async () => LAST);';

/** `reasons`: the reported limits of the analysis; without any, it is complete. */
type Row = readonly [name: string, files: Record<string, string>, ...reasons: string[]];

const ROWS: readonly Row[] = [
  ['modules that export all of each other', stars(30)],
  ['objects that share their parts as a schema', doubled('{ a: 1 }', (v) => `{ a: ${v}, b: ${v} }`, TOOL)],
  [
    'objects that share their parts as a registered schema',
    doubled('{ a: 1 }', (v) => `{ a: ${v}, b: ${v} }`, REGISTERED),
  ],
  [
    'schemas that share their parts',
    doubled('z.string()', (v) => `z.object({ a: ${v}, b: ${v} })`, REGISTERED),
  ],
  ['schemas behind each other', doubled('z.string()', (v) => `${v}.pipe(${v})`, WITHIN)],
  [
    'schemas that are one of several',
    doubled('z.string()', (v) => `z.union([${v}.array(), z.object({ a: ${v} }), ${v}])`, WITHIN),
  ],
  [
    'functions bound to each other',
    doubled('(a) => a', (v) => `v0.bind(null, ${v}, ${v})`, 'function call(f) { return f(); }\ncall(LAST);'),
  ],
  ['lists that hold each other twice over', doubled('[1, 2]', (v) => `[...${v}, ...${v}]`, PRINTED)],
  [
    'streams of classes that may be of either of two',
    script(
      'class C0 {}',
      each(
        60,
        (n) =>
          `class A${n} extends C${n} {}\nclass B${n} extends C${n} {}\n` +
          `class C${n + 1} extends (process.argv.length > 2 ? A${n} : B${n}) {}`,
      ),
      'const c = new C60();\nc.pipe(c);\nc.write("x");',
    ),
  ],
  [
    'classes that share their bases',
    python(
      'class C0:\n    pass',
      each(
        60,
        (n) =>
          `class A${n}(C${n}):\n    pass\nclass B${n}(C${n}):\n    pass\nclass C${n + 1}(A${n}, B${n}):\n    pass`,
      ),
      'C60().zz()\nC60.yy()',
    ),
  ],
  [
    'models that share their parts',
    python(
      'class C40(BaseModel):\n    q: str',
      each(
        40,
        (n) => `class C${39 - n}(BaseModel):\n    a: C${40 - n}\n    b: C${40 - n}\n    c: "C${40 - n}"`,
      ),
      '@mcp.tool()\ndef t(x: C0) -> str:\n    os.system(x.a)',
    ),
  ],
  [
    'models of which each holds all',
    python(
      each(40, (n) => `class C${n}(BaseModel):\n${each(40, (m) => `    f${m}: "C${m}"`)}`),
      '@mcp.tool()\ndef t(x: C0) -> str:\n    os.system(x.f1)',
    ),
  ],
  [
    'types that share their parts',
    python(
      'T0 = Annotated[str, 1]',
      each(40, (n) => `T${n + 1} = Union[List[T${n}], Annotated[T${n}, 1]]`),
      '@mcp.tool()\ndef t(x: T40) -> str:\n    os.system(x)',
    ),
  ],
  [
    'a list that is added to itself',
    python(
      'v = [1, 2]',
      each(30, () => 'v.extend(v)'),
      'print(v)',
    ),
  ],
  [
    'a list and itself',
    python(
      'v = [1, 2]',
      each(30, () => 'v = v + v'),
      'print(v)',
    ),
  ],
  ...[`%${'0'.repeat(200_000)}`, '%('.repeat(100_000)].map((text): Row => [
    `a template of ${text.slice(0, 2)}`,
    python(`def f(y):\n    return "${text}" % y`),
  ]),
  ['a format of one name', python(`def f(y):\n    return "{${'a'.repeat(200_000)}".format(y)`)],
  [
    'a class of tools in a handler that takes more work than there may be',
    script(
      `function f(n) {\n${each(400, () => '1 + 1;')}\n}`,
      'sv.tool("x", {}, async () => {',
      'class Tool { name = "q"; description = "a" + "b"; inputSchema = {}; async run(a) { exec(a); } }',
      each(400, (n) => `f(${n});`),
      '});',
    ),
    'index.js: x: too much code to follow it to its end',
  ],
  [
    'classes that call each other',
    script(
      'class C0 { m() {} }',
      each(300, (n) => `class C${n + 1} extends C${n} { m() { super.m(); } }`),
      'new C300().m();',
    ),
  ],
];

describe('small programs with an exponential expansion', () => {
  it.each(ROWS)('are analyzed completely, or reported as incomplete: %s', async (_, files, ...reasons) => {
    expect(await outcomeOf(files)).toMatchObject({ complete: reasons.length === 0, reasons });
  });

  it.each([
    [
      'deep',
      doubled('z.string()', (v) => `z.object({ a: ${v} })`, WITHIN.replace('p.a', `p.${'a.'.repeat(30)}a`)),
    ],
    ['wide', doubled('z.string()', (v) => `z.object({ a: ${v}, b: ${v}, c: ${v} })`, WITHIN)],
  ])('lose no input behind a schema that is too %s', async (_, files) => {
    expect((await outcomeOf(files)).rules).toContain('MCP-A001');
  });

  it('find a star export, although another lookup had failed before', async () => {
    const { rules } = await outcomeOf({
      ...stars(4),
      'm3.js':
        'export * from "./m0";\nexport * from "./m2";\nimport cp from "node:child_process";\nexport const zz = cp;',
      'index.js': [
        'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
        'import { zz } from "./m1";',
        'import { zz as same } from "./m2";',
        'const sv = new McpServer({ name: "x", version: "1" });',
        'sv.tool("x", "y", {}, async (p) => { console.log(zz); same.exec(`ls ${p.a}`); });',
        'sv.tool("z", "y", async (p) => { same.exec(`ls ${p.a}`); });',
      ].join('\n'),
    });
    expect(rules).toContain('MCP-A001');
  });
});
