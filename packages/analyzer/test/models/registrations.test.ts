import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../src/analysis/analyze.js';
import { lines } from '../support/flow-rows.js';

/** The tools of a package by name, and the tools in which a shell command of a client was found. */
async function registered(files: Record<string, string>): Promise<{ tools: string[]; found: string[] }> {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const { report } = await analyze(new Map(all));
  const shells = report.findings.filter(({ rule_id: id }) => id === 'MCP-A001');
  return {
    tools: (report.mcp_surface.tool_details ?? []).map(({ name }) => name),
    found: shells.map(({ mcp_context: { tool_name: name } }) => name ?? ''),
  };
}

const script = (...body: readonly string[]): string =>
  lines(
    "import { exec } from 'node:child_process';",
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    "import { z } from 'zod';",
    "const server = new McpServer({ name: 'disk', version: '1.0.0' });",
    'const usage = async ({ folder }) => { exec(`du -s data/${folder}`); return { content: [] }; };',
    ...body,
  );

describe('a JavaScript tool', () => {
  it.each<[string, string[]]>([
    [
      'whose handler comes before its options',
      ["server.tool('usage', { folder: z.string() }, usage, { description: 'Usage of a data folder' });"],
    ],
    [
      'whose handler is wrapped by a dependency',
      [
        "import { traced } from 'traces';",
        "server.registerTool('usage', { description: 'Usage', inputSchema: { folder: z.string() } }, traced(usage));",
      ],
    ],
    [
      'of a method with a name of its own',
      [
        "import { Toolbox } from 'toolbox';",
        "new Toolbox(server).addToolWithAccess('usage', 'Usage of a folder', { folder: z.string() }, usage);",
      ],
    ],
    [
      'of the prototype of a server',
      ["McpServer.prototype.registerTool.call(server, 'usage', { description: 'Usage' }, usage);"],
    ],
    [
      'of a class with getters',
      [
        'class Usage {',
        "  get name() { return 'usage'; }",
        "  get description() { return 'Usage of a data folder'; }",
        '  execute(input) { return usage(input); }',
        '}',
      ],
    ],
    [
      'of an instance that its constructor describes',
      [
        'class Task {',
        '  constructor(name, description, work) {',
        '    this.name = name;',
        '    this.description = description;',
        '    this.work = work;',
        '  }',
        '  run(input) { return this.work(input); }',
        '}',
        "export const tasks = [new Task('usage', 'Usage of a data folder', usage)];",
      ],
    ],
  ])('%s, is found', async (_, body) => {
    expect(await registered({ 'index.js': script(...body) })).toEqual({ tools: ['usage'], found: ['usage'] });
  });

  it('is not what another function with a name, a text and a function is given', async () => {
    const body = ["program.command('usage', 'Usage of a data folder', usage);"];
    expect((await registered({ 'index.js': script(...body) })).tools).toEqual([]);
  });
});

const python = (...body: readonly string[]): string =>
  lines(
    'import os',
    'from mcp.server.fastmcp import FastMCP',
    'mcp = FastMCP("disk")',
    'def usage(folder: str, depth: int = 1):',
    '    """Usage of a data folder"""',
    '    os.system(f"du -d {int(depth)} data/{folder}")',
    ...body,
  );

describe('a Python tool', () => {
  it.each<[string, string[]]>([
    ['of a dictionary', ['for name, run in {"usage": usage}.items():', '    mcp.add_tool(run, name=name)']],
    [
      'of a registry with named arguments',
      [
        'from registry import register_tool',
        'register_tool(name="usage", description="Usage of a data folder", handler=usage)',
      ],
    ],
    [
      'of a dictionary that a loader reads',
      [
        'PLUGIN = {"name": "usage", "description": "Usage", "function": usage,',
        '  "schema": {"properties": {"folder": {"type": "string"}, "depth": {"type": "integer"}}}}',
      ],
    ],
    [
      'of a class with properties',
      [
        'class Usage(Tool):',
        '    @property',
        '    def name(self): return "usage"',
        '    @property',
        '    def description(self): return "Usage of a data folder"',
        '    def execute(self, arguments): return usage(arguments["folder"])',
      ],
    ],
    [
      'of a function that is given the server',
      [
        'def setup(server):',
        '    @server.tool(name="usage")',
        '    def inner(folder: str):',
        '        usage(folder)',
      ],
    ],
  ])('%s, is found', async (_, body) => {
    expect(await registered({ 'server.py': python(...body) })).toEqual({
      tools: ['usage'],
      found: ['usage'],
    });
  });
});

const GO_LIST = lines(
  'package main',
  'import (',
  '	"context"',
  '	"os/exec"',
  '	"github.com/mark3labs/mcp-go/mcp"',
  '	"github.com/mark3labs/mcp-go/server"',
  ')',
  'func usage(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
  '	out, err := exec.CommandContext(ctx, "sh", "-c", "du -s data/"+r.GetString("folder", "")).Output()',
  '	return mcp.NewToolResultText(string(out)), err',
  '}',
  'type entry struct {',
  '	name string',
  '	run  server.ToolHandlerFunc',
  '}',
  'func main() {',
  '	s := server.NewMCPServer("disk", "1.0.0")',
  '	for _, each := range []entry{{"usage", usage}, {"size", usage}} {',
  '		s.AddTool(mcp.NewTool(each.name, mcp.WithString("folder")), each.run)',
  '	}',
  '}',
);

/** A server whose tools another package registers. */
const goKit = (registration: string): string =>
  lines(
    'package main',
    'import (',
    '  "context"',
    '  "os/exec"',
    '  "example.com/toolkit"',
    '  "github.com/mark3labs/mcp-go/mcp"',
    '  "github.com/mark3labs/mcp-go/server"',
    ')',
    'type entry struct {',
    '  tool mcp.Tool',
    '  run  server.ToolHandlerFunc',
    '}',
    'type place struct {',
    '  Folder string `json:"folder"`',
    '}',
    'func usage(folder string) ([]byte, error) { return exec.Command("sh", "-c", "du -s "+folder).Output() }',
    'func byArguments(ctx context.Context, in place) ([]byte, error) { return usage(in.Folder) }',
    'func byRequest(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
    '  out, err := usage(request.GetString("folder", ""))',
    '  return mcp.NewToolResultText(string(out)), err',
    '}',
    'func main() {',
    '  kit := toolkit.New("disk")',
    registration,
    '  kit.Serve()',
    '}',
  );

describe('Go tools', () => {
  it('of a list of structs, are found', async () => {
    const { tools, found } = await registered({ 'main.go': GO_LIST });
    expect(tools).toEqual(['size', 'usage']);
    expect(found).toHaveLength(1);
  });

  it.each([
    [
      'are found where a package registers them: a tool and its handler',
      'kit.Register(mcp.NewTool("usage", mcp.WithDescription("Usage of a folder"), mcp.WithString("folder")), byRequest)',
    ],
    [
      'are found where a package registers them: a struct',
      'kit.Add(toolkit.Tool{Name: "usage", Description: "Usage of a folder", Handler: byArguments})',
    ],
    [
      'are found where a package registers them: a struct of a tool and its handler',
      'kit.Add(entry{tool: mcp.NewTool("usage", mcp.WithDescription("Usage of a folder")), run: byRequest})',
    ],
    [
      'are found where a package makes them',
      'kit.Add(toolkit.MustTool("usage", "Usage of a folder", byArguments))',
    ],
  ])('%s', async (_, registration) => {
    const { tools, found } = await registered({ 'main.go': goKit(registration) });
    expect(tools).toEqual(['usage']);
    expect(found).toEqual(['usage']);
  });

  it('are not made of what other calls are given', async () => {
    const { tools } = await registered({
      'main.go': goKit('kit.OnExit("usage", "Usage of a folder", byArguments)'),
    });
    expect(tools).toEqual([]);
  });
});
