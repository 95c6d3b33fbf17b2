import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { flows, lines } from './support/flow-rows.js';
import { runSource } from './support/run-source.js';

describe('the memoized result of a call is not reused', () => {
  flows('javascript', [
    [
      'when its object was changed since',
      'harmful',
      'SHELL',
      lines(
        'class S { run() { sink(this.cmd); } }',
        'const s = new S();',
        'function handler(x) { s.run(); s.cmd = x; s.run(); }',
      ),
    ],
    [
      'when an object within its object was changed since',
      'harmful',
      'SHELL',
      lines(
        'class S { options = {}; run() { sink(this.options.cmd); } }',
        'const s = new S();',
        'function handler(x) { s.run(); s.options.cmd = x; s.run(); }',
      ),
    ],
    [
      'when an outer variable was changed since',
      'harmful',
      'SHELL',
      lines(
        'let target = "ls";',
        'function run() { sink(target); }',
        'run();',
        'function handler(x) { target = x; run(); }',
      ),
    ],
    [
      'when a variable read by a callee was changed since',
      'harmful',
      'SHELL',
      lines(
        'let target = "ls";',
        'const inner = () => sink(target);',
        'function run() { inner(); }',
        'run();',
        'function handler(x) { target = x; run(); }',
      ),
    ],
    [
      'when a variable that controls it was changed since',
      'harmful',
      'SHELL',
      lines(
        'let mode = "safe";',
        'function run(x) { if (mode === "raw") sink(x); else sink("ls"); }',
        'function handler(x) { run(x); mode = "raw"; run(x); }',
      ),
    ],
    [
      'when an outer object was changed since',
      'harmful',
      'SHELL',
      lines(
        'const state = {};',
        'function run() { sink(state.cmd); }',
        'run();',
        'function handler(x) { state.cmd = x; run(); }',
      ),
    ],
    [
      'when a variable has another function since',
      'harmful',
      'SHELL',
      lines(
        'let runner = () => sink("ls");',
        'function run(x) { runner(x); }',
        'function handler(x) { run(x); runner = (given) => sink(given); run(x); }',
      ),
    ],
    [
      'when it was called through `super` on another object',
      'harmful',
      'SHELL',
      lines(
        'class Base { run() { sink(this.cmd); } }',
        'class A extends Base { constructor() { super(); this.cmd = "ls"; } run() { super.run(); } }',
        'class B extends Base { constructor(c) { super(); this.cmd = c; } run() { super.run(); } }',
        'new A().run();',
        'function handler(x) { new B(x).run(); }',
      ),
    ],
    [
      'when its result was an argument derived from another one',
      'harmful',
      'SHELL',
      lines(
        'function second(a, b) { return b; }',
        'function handler(x) {',
        '  const t = x.trim();',
        '  second(x, t);',
        '  const y = x.replace("a", "b");',
        '  second(x, y);',
        '  if (y === "ls") sink(x);',
        '}',
      ),
    ],
    [
      'when two arguments derived from each other are swapped',
      'harmful',
      'SHELL',
      lines(
        'function second(a, b) { return b; }',
        'function handler(x) {',
        '  const t = x.trim();',
        '  second(x, t);',
        '  const q = second(t, x);',
        '  if (q === "x") sink(q);',
        '  sink(q);',
        '}',
      ),
    ],
    [
      'but a check of its result still applies to the argument',
      'harmless',
      'SHELL',
      lines(
        'const inner = (text) => text.trim();',
        'const trimmed = (text) => inner(text);',
        'function handler(x, y) {',
        '  inner(x);',
        '  trimmed(x);',
        '  if (trimmed(y) === "ls") sink(y);',
        '}',
      ),
    ],
  ]);

  flows('python', [
    [
      'when a variable of its enclosing function was changed since',
      'harmful',
      'SHELL',
      lines(
        'def handler(x):',
        '    target = "ls"',
        '    def run():',
        '        sink(target)',
        '    run()',
        '    target = x',
        '    run()',
      ),
    ],
    [
      'when the class was changed since',
      'harmful',
      'SHELL',
      lines(
        'class Settings:',
        '    cmd = "ls"',
        'def run():',
        '    sink(Settings.cmd)',
        'run()',
        'def handler(x):',
        '    Settings.cmd = x',
        '    run()',
      ),
    ],
  ]);

  it('when two anonymous classes are on the same line of their files', async () => {
    const tool = (name: string, body: string): string =>
      lines(
        'import { exec } from "node:child_process";',
        `export default class { constructor() { this.name = "${name}"; } run(args) { ${body} } }`,
      );
    const files = {
      'package.json': '{"name":"x","version":"1.0.0","main":"index.js","type":"module"}',
      'index.js': lines(
        'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
        'import { z } from "zod";',
        'import A from "./a.js";',
        'import B from "./b.js";',
        'const server = new McpServer({ name: "x", version: "1" });',
        'function add(K) { const t = new K(); server.tool(t.name, { cmd: z.string() }, (args) => t.run(args)); }',
        'add(A);',
        'add(B);',
      ),
      'a.js': tool('first', 'return args;'),
      'b.js': tool('second', 'exec(args.cmd);'),
    };
    const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
    const { report } = await analyze(new Map(bytes));
    expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });

  it('does not run a function again for values that grow with each call', async () => {
    const calls = Array.from({ length: 40 }, () => 'log();').join('\n');
    const { sinks } = await runSource(
      'javascript',
      lines(
        'let count = 0;',
        'const all = [];',
        'let last;',
        'function log() { count += 1; last = { count }; all.push(count, last); sink(count, all, last); }',
        `function handler() { ${calls} }`,
      ),
    );
    expect(sinks.length).toBeGreaterThan(0);
    expect(sinks.length).toBeLessThan(15);
  });
});
