import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../src/analysis/analyze.js';
import { lines } from '../support/flow-rows.js';

/** The tools of a single-file package, each with its description. */
async function toolsOf(path: string, source: string): Promise<Record<string, string | null>> {
  const { report } = await analyze(new Map([[path, Buffer.from(source)]]));
  const { tool_details: details = [] } = report.mcp_surface;
  return Object.fromEntries(details.map(({ name, description }) => [name, description]));
}

const BOTH = { first: 'One', second: 'Two' };

const MAKE = ['def make(name):', '    return Tool(name=name, description=TABLE[name], inputSchema={})'];

const python = (table: string, list: string): string =>
  lines(
    'from mcp.server import Server',
    'from mcp.types import Tool',
    `TABLE = ${table}`,
    'server = Server("a")',
    ...(list.includes('make') ? MAKE : []),
    '@server.list_tools()',
    'async def list_tools():',
    `    return ${list}`,
  );

const TEXTS = '{"first": "One", "second": "Two"}';

describe('Python tools listed by iteration', () => {
  it.each([
    ['the keys of a dict', TEXTS, '[Tool(name=n, description=TABLE[n], inputSchema={}) for n in TABLE]'],
    ['its sorted keys', TEXTS, '[Tool(name=n, description=TABLE[n], inputSchema={}) for n in sorted(TABLE)]'],
    ['its pairs', TEXTS, '[Tool(name=n, description=d, inputSchema={}) for n, d in TABLE.items()]'],
    [
      'pairs with tuples',
      '{"first": ("One", 1), "second": ("Two", 2)}',
      '[Tool(name=n, description=d, inputSchema={}) for n, (d, _) in TABLE.items()]',
    ],
    [
      'a list of dicts',
      '[{"name": "first", "description": "One"}, {"name": "second", "description": "Two"}]',
      '[Tool(**each, inputSchema={}) for each in TABLE]',
    ],
    ['a function', TEXTS, '[make(name) for name in TABLE]'],
    ['a function mapped', TEXTS, 'list(map(make, list(TABLE)))'],
  ])('by %s', async (_, table, list) => {
    expect(await toolsOf('server.py', python(table, list))).toEqual(BOTH);
  });

  it('of more than a few, none is distinguished', async () => {
    const toolsOfMany = async (length: number): Promise<string[]> => {
      const many = Array.from({ length }, (_, index) => `"t${index}": "T"`).join();
      const list = '[Tool(name=n, description=TABLE[n], inputSchema={}) for n in TABLE]';
      return Object.keys(await toolsOf('server.py', python(`{${many}}`, list)));
    };
    await expect(toolsOfMany(64)).resolves.toHaveLength(64);
    expect((await toolsOfMany(65)).length).toBeLessThan(2);
  });
});

const script = (list: string): string =>
  lines(
    'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
    'import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";',
    'const inputSchema = { type: "object", properties: {} };',
    'const tools = {',
    '  first: { description: "One", inputSchema, handler: () => 1 },',
    '  second: { description: "Two", inputSchema, handler: () => 2 },',
    '};',
    'const answer = async () => ({ content: [] });',
    list,
  );

const listing = (list: string): string =>
  lines(
    'const server = new Server({ name: "a", version: "1" }, { capabilities: { tools: {} } });',
    `server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: ${list} }));`,
  );

const HIGH = 'const server = new McpServer({ name: "a", version: "1" });';

describe('JavaScript tools listed by iteration', () => {
  it.each([
    [
      'its entries',
      listing('Object.entries(tools).map(([name, { handler, ...meta }]) => ({ name, ...meta }))'),
    ],
    ['its keys', listing('Object.keys(tools).map((name) => ({ name, description: tools[name].description, inputSchema }))')], // prettier-ignore
    ['the pairs of a map', listing('[...new Map(Object.entries(tools))].map(([name, t]) => ({ name, description: t.description, inputSchema }))')], // prettier-ignore
    ['each key', `${HIGH} for (const name in tools) server.tool(name, tools[name].description, {}, answer);`],
    ['each pair of a map', `${HIGH} for (const [name, t] of new Map(Object.entries(tools))) server.registerTool(name, { description: t.description }, answer);`], // prettier-ignore
  ])('by %s', async (_, list) => {
    expect(await toolsOf('server.js', script(list))).toEqual(BOTH);
  });
});

const go = (table: string, loop: string): string =>
  lines(
    'package main',
    'import (',
    '\t"context"',
    '\t"github.com/mark3labs/mcp-go/mcp"',
    '\t"github.com/mark3labs/mcp-go/server"',
    ')',
    'type spec struct {',
    '\tname string',
    '\ttext string',
    '}',
    `var table = ${table}`,
    'func answer(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
    '\treturn mcp.NewToolResultText("a"), nil',
    '}',
    'func main() {',
    '\ts := server.NewMCPServer("a", "1")',
    `\tfor ${loop} := range table {`,
    '\t\ts.AddTool(mcp.NewTool(NAME, mcp.WithDescription(TEXT)), answer)',
    '\t}',
    '\tserver.ServeStdio(s)',
    '}',
  );

describe('Go tools listed by iteration', () => {
  it.each([
    ['a map', 'map[string]string{"first": "One", "second": "Two"}', 'name, text', 'name', 'text'],
    [
      'structs with names',
      '[]spec{{name: "first", text: "One"}, {name: "second", text: "Two"}}',
      '_, t',
      't.name',
      't.text',
    ],
    ['structs without', '[]spec{{"first", "One"}, {"second", "Two"}}', '_, t', 't.name', 't.text'],
  ])('by %s', async (_, table, loop, name, text) => {
    const source = go(table, loop).replace('NAME', name).replace('TEXT', text);
    expect(await toolsOf('main.go', source)).toEqual(BOTH);
  });
});

/** Two tools registered in a loop, whose handlers depend on the iteration. */
const registering = (run: string): string =>
  lines(
    'import { execSync, execFileSync } from "child_process";',
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
    'import { z } from "zod";',
    HIGH,
    'const table = [',
    `  { name: "first", run: (q) => ${run} },`,
    '  { name: "second", run: () => "a" },',
    '];',
    'for (const each of table) {',
    '  const work = each.run;',
    '  server.registerTool(each.name, { description: each.name, inputSchema: { q: z.string() } }, async ({ q }) => ({',
    '    content: [{ type: "text", text: String(work(q)) }],',
    '  }));',
    '}',
  );

describe('tools that are registered in a loop', () => {
  it.each([
    ['the command of its iteration', 'execSync(`ls ${q}`)', ['first']],
    ['nothing harmful', 'execFileSync("ls", ["--", q])', []],
  ])('each do %s', async (_, run, found) => {
    const { report } = await analyze(new Map([['server.js', Buffer.from(registering(run))]]));
    const reported = report.findings.filter(({ rule_id: id }) => id.startsWith('MCP-A'));
    expect(reported.map(({ mcp_context: context }) => context.tool_name)).toEqual(found);
  });
});
