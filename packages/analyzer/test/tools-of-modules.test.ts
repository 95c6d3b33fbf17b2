import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { AnalysisReport } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

async function reportOf(files: Record<string, string>): Promise<AnalysisReport> {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(all))).report;
}

const LOADER = lines(
  "import { readdir } from 'node:fs/promises';",
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
  "const server = new McpServer({ name: 'ops', version: '1.0.0' });",
  "const names = await readdir(new URL('./tools/', import.meta.url));",
  'const loaded = await Promise.allSettled(names.map((name) => import(`./tools/${name}`)));',
  'for (const { value } of loaded)',
  '  server.registerTool(value.name, { description: value.description, inputSchema: value.parameters }, value.handler);',
);

const tool = (name: string, run: string): string =>
  lines(
    "import { z } from 'zod';",
    "import { execFile, exec } from 'node:child_process';",
    `export const name = '${name}';`,
    `export const description = 'Looks for lines with a word, ${name}';`,
    'export const parameters = z.object({ word: z.string().max(80) });',
    `export async function handler({ word }) { ${run} return { content: [] }; }`,
  );

describe('modules that are tools', () => {
  it('are found in a folder that is read when the server starts', async () => {
    const { mcp_surface: surface, ...report } = await reportOf({
      'index.js': LOADER,
      'tools/find.js': tool('find_lines', 'exec(`grep -r ${word} notes`);'),
      'tools/count.js': tool(
        'count_lines',
        "execFile('grep', ['-c', '--', word, 'notes'], { timeout: 2000 });",
      ),
    });
    expect(surface.tools).toEqual(['count_lines', 'find_lines']);
    expect(report.complete).toBe(true);
    const grave = report.findings.filter(({ severity }) => severity === 'critical');
    expect(grave.map(({ rule_id: rule, mcp_context: { tool_names: tools } }) => [rule, tools])).toEqual([
      ['MCP-A001', ['find_lines']],
    ]);
  });

  it('are found in Python, under constants in capitals', async () => {
    const { mcp_surface: surface, findings } = await reportOf({
      'server.py': lines(
        'import importlib, pkgutil',
        'from mcp.server import Server',
        'import tools',
        'server = Server("ops")',
        'MODULES = [importlib.import_module(f"tools.{each.name}") for each in pkgutil.iter_modules(tools.__path__)]',
        '@server.call_tool()',
        'async def call(name, arguments):',
        '    for each in MODULES:',
        '        if each.NAME == name:',
        '            return each.run(arguments)',
      ),
      'tools/__init__.py': '',
      'tools/find.py': lines(
        'import os',
        'NAME = "find_lines"',
        'DESCRIPTION = "Looks for lines with a word"',
        'INPUT_SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}}',
        'def run(arguments):',
        '    return os.popen("grep -r " + arguments["word"] + " notes").read()',
      ),
    });
    expect(surface.tools).toEqual(['find_lines']);
    expect(findings.filter(({ severity }) => severity === 'critical')).toEqual([
      expect.objectContaining({ rule_id: 'MCP-A001' }),
    ]);
  });

  it('are not modules with a name, a description and a function alone', async () => {
    const { mcp_surface: surface } = await reportOf({
      'index.js': LOADER,
      'routes/list.js': lines(
        "export const method = 'GET';",
        "export const description = 'Lists all notes of a person';",
        "export const parameters = { type: 'object', properties: {} };",
        'export function handler() {}',
      ),
      'plugins/theme.js': lines(
        "export const name = 'theme';",
        "export const description = 'Colors of the terminal';",
        'export function run() {}',
      ),
    });
    expect(surface.tools).toEqual([]);
  });
});

it('a tool whose name the configuration chooses has each of the names', async () => {
  const { mcp_surface: surface, incomplete_reasons: reasons } = await reportOf({
    'index.js': lines(
      "import { Server } from '@modelcontextprotocol/sdk/server/index.js';",
      "import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';",
      "const NAMES = process.argv.includes('--short') ? { find: 'find' } : { find: 'notes_find' };",
      "const server = new Server({ name: 'notes', version: '1.0.0' });",
      'const tool = {',
      '  name: NAMES.find,',
      "  description: 'Finds notes',",
      "  inputSchema: { type: 'object', properties: { word: { type: 'string' } } },",
      '};',
      'server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));',
      'server.setRequestHandler(CallToolRequestSchema, ({ params }) => {',
      '  if (params.name !== NAMES.find) throw new Error(params.name);',
      '  return { content: [] };',
      '});',
    ),
  });
  expect(surface.tools).toEqual(['find', 'notes_find']);
  expect(reasons).toEqual([]);
});
