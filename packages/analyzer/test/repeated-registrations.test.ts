import { expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { AnalysisReport } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

async function reportOf(...code: string[]): Promise<AnalysisReport> {
  const text = lines(
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    "import { execFile, exec } from 'node:child_process';",
    "import { z } from 'zod';",
    ...code,
  );
  return (await analyze(new Map([['index.js', Buffer.from(text)]]))).report;
}

const causes = ({ findings }: AnalysisReport): string[] =>
  findings.filter(({ severity }) => severity === 'critical').map(({ rule_id: rule }) => rule);

const agent = (count: string): string[] => [
  'const TOOLS = [',
  `  { name: 'lines', description: 'Counts lines', schema: { x: z.string() }, run: async ({ x }) => { ${count} } },`,
  "  { name: 'agent', description: 'Asks an agent', schema: { x: z.string() }, run: async ({ x }) => ask(build(), x) },",
  '];',
  'const ask = (server, x) => server.close(x);',
  'function build() {',
  "  const server = new McpServer({ name: 'agents', version: '1.0.0' });",
  '  const allowed = TOOLS.filter(({ name }) => process.env[name] !== undefined);',
  '  for (const tool of allowed)',
  '    server.registerTool(tool.name, { description: tool.description, inputSchema: tool.schema }, (given) => tool.run(given));',
  '  return server;',
  '}',
  'build().connect();',
];

it('a tool that starts another server with all tools ends, and is complete', async () => {
  const report = await reportOf(...agent("execFile('wc', ['-l', '--', x], { timeout: 999 });"));
  expect([report.complete, causes(report)]).toEqual([true, []]);
});

it('what such a server runs is followed', async () => {
  const report = await reportOf(...agent('exec(`wc -l ${x}`);'));
  expect([report.complete, causes(report)]).toEqual([true, ['MCP-A001']]);
});

it('a function that is registered twice has the parameters of both', async () => {
  const report = await reportOf(
    "const server = new McpServer({ name: 'words', version: '1.0.0' });",
    'const count = ({ x }) => { exec(`wc ${x}`, { timeout: 999 }); return { content: [] }; };',
    "for (const x of [z.enum(['a', 'b']), z.string()])",
    "  server.registerTool('count', { description: 'Counts words', inputSchema: { x } }, count);",
  );
  expect(causes(report)).toEqual(['MCP-A001']);
});

/** A server whose sessions have servers of their own. */
const sessions = (open: string, run: string, ...starts: string[]): string[] => [
  'function open(options) {',
  '  const state = { uses: 0 };',
  "  const server = new McpServer({ name: 'words', version: '1.0.0' });",
  "  server.registerTool('count', { description: 'Counts words', inputSchema: { x: z.string() } }, async ({ x }) => {",
  `    ${run}`,
  '    return { content: [] };',
  '  });',
  `  ${open}`,
  '}',
  ...starts,
];

it('a tool of many sessions is followed once for all that behave the same', async () => {
  const long = Array.from({ length: 6000 }, (_, index) => `note('step ${index}', x.length, state.uses);`);
  const report = await reportOf(
    'const note = () => undefined;',
    ...sessions(
      'server.connect();',
      long.join(' '),
      ...Array.from({ length: 150 }, () => 'open({ quick: true });'),
    ),
  );
  expect([report.complete, report.incomplete_reasons]).toEqual([true, []]);
});

it.each([
  ['an option of the session', 'server.connect();', 'if (options.shell) exec(`wc ${x}`, { timeout: 999 });'],
  ['a function of the session', 'server.connect();', 'options.run?.(`wc ${x}`);'],
])('a tool is followed again for %s', async (_what, open, run) => {
  const report = await reportOf(
    'const quiet = () => undefined;',
    'const run = (line) => exec(line, { timeout: 999 });',
    ...sessions(open, run, 'open({ shell: false, run: quiet });', 'open({ shell: true, run });'),
  );
  expect(causes(report)).toEqual(['MCP-A001']);
});

it('a tool is followed again for what another one has stored in its session', async () => {
  const report = await reportOf(
    ...sessions(
      "server.registerTool('set', { description: 'Sets', inputSchema: { y: z.string() } }, ({ y }) => { state.line = y; }); server.connect();",
      'exec(state.line ?? "wc", { timeout: 999 });',
      'open({});',
      'open({});',
    ),
  );
  expect(causes(report)).toEqual(['MCP-A001']);
});
