import { describe, expect, it } from '@jest/globals';
import { foundIn, reportOn, type Texts } from './support/code-that-runs.js';

const LISTED =
  '[types.Tool(name="lookup", description="Looks a host up.", inputSchema={"type": "object", "properties": {"host": {"type": "string"}}})]';

/** A low-level server of the Python SDK. */
const lowLevel = (server: string, params: string, path: string): Texts => ({
  'server.py': `import os
import mcp.types as types
from mcp.server.lowlevel import Server


async def list_tools(ctx, params):
    return types.ListToolsResult(tools=${LISTED})


async def call_tool(${params}):
    os.system("ping " + ${path}["host"])
    return types.CallToolResult(content=[])


${server}
`,
});

describe('handlers that a server gets', () => {
  it.each<[string, Texts]>([
    [
      'in its constructor',
      lowLevel(
        'app = Server("x", on_list_tools=list_tools, on_call_tool=call_tool)',
        'ctx, params',
        'params.arguments',
      ),
    ],
    [
      'in the constructor of a class of the package',
      lowLevel(
        'class Own(Server):\n    def __init__(self, name):\n        super().__init__(name, on_list_tools=list_tools, on_call_tool=call_tool)\n\n\napp = Own("x")',
        'ctx, params',
        'params.arguments',
      ),
    ],
    [
      'for a method of the protocol',
      lowLevel(
        'app = Server("x", on_list_tools=list_tools)\napp.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)',
        'ctx, params',
        'params.arguments',
      ),
    ],
    [
      'under the class of a request',
      lowLevel(
        'app = Server("x")\napp.request_handlers[types.ListToolsRequest] = list_tools\napp.request_handlers[types.CallToolRequest] = call_tool',
        'request',
        'request.params.arguments',
      ),
    ],
  ])('are followed: %s', async (_name, files) => {
    expect(await foundIn(files)).toEqual(['server.py']);
    expect((await reportOn(files)).incomplete_reasons).toEqual([]);
  });

  it('are followed where a tool has its function under a name of its own', async () => {
    const tools = (field: string): Texts => ({
      'index.js': `import { exec } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const lookup = {
  name: 'lookup',
  description: 'Looks a host up.',
  inputSchema: { type: 'object', properties: { host: { type: 'string' } } },
  formatResult(result) { return String(result); },
  ${field}({ host }) { exec('ping ' + host); },
};
export default lookup;
`,
    });
    expect(await foundIn(tools('perform'))).toEqual(['index.js']);
  });
});

describe('tools that are listed', () => {
  const list = (call: string): Texts => ({
    'package.json':
      '{ "name": "x", "version": "1.0.0", "dependencies": { "@modelcontextprotocol/sdk": "1" } }',
    'index.js': `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const server = new Server({ name: 'x', version: '1' }, { capabilities: { tools: {} } });
const TOOLS = ['lookup', 'move', 'read', 'write'].map((name) => ({
  name,
  description: 'Does it.',
  inputSchema: { type: 'object', properties: {} },
}));
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));
${call}
`,
  });

  it('make the report incomplete when nothing handles them', async () => {
    const { incomplete_reasons, certification_level } = await reportOn(list(''));
    expect(incomplete_reasons).toEqual([
      'no code was recognized that handles the tools lookup, move, read and 1 more',
    ]);
    expect(certification_level).toBe(0);
  });

  it.each([
    ['a function for all', 'server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [] }));'],
    [
      'the program, which speaks the protocol itself',
      "process.stdin.on('data', (line) => { const { method } = JSON.parse(line); if (method === 'tools/call') reply(); });",
    ],
  ])('do not when they are handled by %s', async (_name, call) => {
    expect((await reportOn(list(call))).incomplete_reasons).toEqual([]);
  });
});

const GO_TOOLS = (call: string): Texts => ({
  'main.go': `package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Named interface{ Name() string }

type Tool interface {
	Named
	Execute(host string) string
}

type lookup struct{}

func (l *lookup) Name() string { return "lookup" }

func (l *lookup) Execute(host string) string {
	out, _ := exec.Command("sh", "-c", "ping "+host).Output()
	return string(out)
}

type runner struct{ tool Tool }

func load() Tool

func handle(t Tool, r *runner) server.ToolHandlerFunc {
	return func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		host, _ := request.RequireString("host")
		return mcp.NewToolResultText(${call}), nil
	}
}

func main() {
	s := server.NewMCPServer("x", "1")
	tool := mcp.NewTool("lookup", mcp.WithDescription("Looks a host up."), mcp.WithString("host"))
	s.AddTool(tool, handle(load(), &runner{}))
	server.ServeStdio(s)
}
`,
});

const SCRIPT_TOOLS = (declaration: string, implementing: string, type = 'Tool'): Texts => ({
  'index.ts': `import { exec } from 'node:child_process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
${declaration}
class Lookup ${implementing} { async execute({ host }: Args) { exec('ping ' + host); return host; } }
class Registry { private readonly all = null as unknown as ${type}[]; find(name: string) { return this.all[name]; } }
const registry = new Registry();
const server = new Server({ name: 'x', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const tool: ${type} = registry.find(request.params.name);
  if (request.params.name === 'lookup') return { content: [{ type: 'text', text: await tool.execute(request.params.arguments) }] };
});
`,
});

const PYTHON_TOOLS = (declaration: string, base: string): Texts => ({
  'server.py': `import os
from abc import ABC, abstractmethod
from typing import Protocol
from mcp.server import Server

${declaration}

class Lookup${base}:
    def execute(self, host: str) -> str:
        os.system("ping " + host)
        return host

def find(name: str) -> "Tool":
    return None

app = Server("x")

@app.call_tool()
async def call_tool(name: str, arguments: dict):
    tool: Tool = find(name)
    if name == "lookup":
        return tool.execute(arguments["host"])
`,
});

describe('methods that others implement', () => {
  const ARGS = 'interface Args { host: string }';
  it.each<[string, Texts, string]>([
    ['an interface of Go, as a parameter', GO_TOOLS('t.Execute(host)'), 'main.go'],
    ['an interface of Go, as a field', GO_TOOLS('r.tool.Execute(host)'), 'main.go'],
    [
      'an interface of TypeScript',
      SCRIPT_TOOLS(`${ARGS} interface Tool { execute(args: Args): Promise<string> }`, 'implements Tool'),
      'index.ts',
    ],
    [
      'an interface that extends another one',
      SCRIPT_TOOLS(
        `${ARGS} interface Base { execute: (args: Args) => Promise<string> } interface Tool extends Base { id: string }`,
        'implements Tool',
      ),
      'index.ts',
    ],
    [
      'an abstract class of TypeScript',
      SCRIPT_TOOLS(
        `${ARGS} abstract class Tool { abstract execute(args: Args): Promise<string>; }`,
        'extends Tool',
      ),
      'index.ts',
    ],
    [
      'an abstract class of Python',
      PYTHON_TOOLS(
        'class Tool(ABC):\n    @abstractmethod\n    def execute(self, host: str) -> str: ...',
        '(Tool)',
      ),
      'server.py',
    ],
    [
      'a method of Python that says nothing but that others have it',
      PYTHON_TOOLS('class Tool:\n    def execute(self, host):\n        raise NotImplementedError', '(Tool)'),
      'server.py',
    ],
    [
      'a protocol of Python',
      PYTHON_TOOLS('class Tool(Protocol):\n    def execute(self, host: str) -> str: ...', ''),
      'server.py',
    ],
  ])('are followed: %s', async (_name, files, path) => {
    const { findings } = await reportOn(files);
    const found = findings.filter(({ rule_id }) => rule_id === 'MCP-A001');
    expect(found.map(({ location }) => location.file_path)).toEqual([path]);
  });

  it('make the report incomplete where nobody implements them', async () => {
    const declared = `${ARGS} interface Tool { execute(args: Args): Promise<string> }`;
    const { incomplete_reasons } = await reportOn(SCRIPT_TOOLS(declared, '', 'any'));
    expect(incomplete_reasons).toContain(
      'index.ts: line 11 calls tool.execute, whose code was not found; tool lookup reaches it',
    );
  });
});
