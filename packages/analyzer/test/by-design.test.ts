import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

/** The findings of the classes that may be by design, with what promises it. */
async function found(file: string, text: string): Promise<string[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ vulnerability_class: letter }) => 'ABDG'.includes(letter))
    .map(({ rule_id, severity, by_design: design, promised_by: words }) =>
      [rule_id, severity, ...(design ? ['by', words] : [])].join(' '),
    );
}

const script = (
  tools: string,
): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { exec } from 'node:child_process';
import fs from 'node:fs';
import { z } from 'zod';
const server = new McpServer({ name: 'x', version: '1' });
const raw = new Server({ name: 'x', version: '1' }, { capabilities: { tools: {} } });
${tools}
`;

const runs = (name: string, description: string): string =>
  `server.tool('${name}', '${description}', { command: z.string() }, async ({ command }) => { exec(command, { timeout: 9 }); return { content: [] }; });`;

/** A tool that takes a folder into the text of its command. */
const runsIn = (check: string): string =>
  `server.tool('run_command', 'Runs a shell command.', { command: z.string(), cwd: z.string() }, async ({ command, cwd }) => {
  ${check}
  exec(cwd ? 'cd ' + cwd + ' && ' + command : command, { timeout: 9 });
  return { content: [] };
});`;

/** The description is listed after the code that runs the tool. */
const dispatched = (description: string): string =>
  `raw.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  if (name === 'run_command') { exec(args.command, { timeout: 9 }); }
  if (name === 'read_file') { fs.readFileSync(args.path); }
  return { content: [] };
});
const object = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
raw.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [
  { name: 'run_command', description: '${description}', inputSchema: object('command') },
  { name: 'read_file', description: 'Reads any file.', inputSchema: object('path') },
] }));`;

/** The code does not show which tool is called. */
const unnamed = (description: string): string =>
  `raw.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { url } = request.params.arguments;
  await fetch(url, { signal: AbortSignal.timeout(9) });
  return { content: [] };
});
raw.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [
  { name: 'fetch', description: '${description}', inputSchema: { type: 'object', properties: { url: { type: 'string' } } } },
] }));`;

const python = (signature: string, description: string, body: string): string =>
  `import subprocess, requests, sqlite3\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("x")\n@mcp.tool()\ndef ${signature}:\n    """${description}"""\n    ${body}\n`;

const go = (name: string, description: string): string => `package main

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	exec.CommandContext(ctx, "sh", "-c", request.GetString("command", "")).Run()
	return nil, nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("${name}", mcp.WithDescription("${description}"), mcp.WithString("command")), handle)
	server.ServeStdio(s)
}
`;

/** A tool that reads its arguments through an object of a library. */
const goRead = (name: string, description: string): string =>
  go(name, description)
    .replace('"os/exec"\n', '"os/exec"\n\n\t"example.com/inputs"')
    .replace(
      'exec.CommandContext(ctx, "sh", "-c", request.GetString("command", "")).Run()',
      'input, err := inputs.Validate(request.GetArguments())\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tcommand, err := input.String("command")\n\texec.CommandContext(ctx, "sh", "-c", command).Run()',
    );

type Row = readonly [what: string, file: string, text: string, expected: readonly string[]];

const COMMAND = 'MCP-A011 high by `run_command`: Runs a shell command';

describe('what a tool does by design', () => {
  it.each<Row>([
    ['a command', 'index.mjs', script(runs('run_command', 'Runs a shell command.')), [COMMAND]],
    ['a command in Go', 'main.go', go('run_command', 'Runs a shell command.'), [COMMAND]],
    [
      'a command that a library reads in Go',
      'main.go',
      goRead('run_command', 'Runs a shell command.'),
      [COMMAND],
    ],
    ['a command and the folder that it starts in', 'index.mjs', script(runsIn('')), [COMMAND]],
    [
      'a command and its environment in Python',
      'server.py',
      python(
        'run_command(command: str, env: str)',
        'Runs a shell command.',
        'subprocess.run(f"{env} {command}", shell=True, timeout=9)',
      ),
      [COMMAND],
    ],
    [
      'code',
      'server.py',
      python('run_code(code: str)', 'Executes Python code.', 'exec(code)'),
      ['MCP-A011 high by `run_code`: Executes Python code'],
    ],
    [
      'an address',
      'server.py',
      python('fetch(url: str)', 'Fetches any URL.', 'requests.get(url, timeout=9)'),
      ['MCP-G003 medium by `fetch`: Fetches any URL'],
    ],
    [
      'a file',
      'server.py',
      python('read_file(path: str)', 'Reads any file.', 'open(path)'),
      ['MCP-B007 medium by `read_file`: Reads any file'],
    ],
    [
      'a statement',
      'server.py',
      python('query(sql: str)', 'Runs a SQL query.', 'sqlite3.connect("x").execute(sql)'),
      ['MCP-D003 medium by `query`: Runs a SQL query'],
    ],
    [
      'tools whose descriptions come after their code',
      'index.mjs',
      script(dispatched('Runs a shell command.')),
      [COMMAND, 'MCP-B007 medium by `read_file`: Reads any file'],
    ],
    [
      'a tool that the code does not name',
      'index.mjs',
      script(unnamed('Fetches a URL.')),
      ['MCP-G003 medium by `fetch`: Fetches a URL'],
    ],
  ])('is %s', async (_what, file, text, expected) => {
    await expect(found(file, text)).resolves.toEqual(expected);
  });

  it.each<Row>([
    [
      'a name that promises something else',
      'index.mjs',
      script(runs('greet', 'Runs a shell command.')),
      ['MCP-A001 critical'],
    ],
    ['no description', 'index.mjs', script(runs('run_command', '')), ['MCP-A001 critical']],
    [
      'a description that promises less',
      'index.mjs',
      script(runs('run_command', 'Runs a git command.')),
      ['MCP-A001 critical'],
    ],
    [
      'a folder that leads around the check of the command',
      'index.mjs',
      script(runsIn("if (command.includes('rm ')) return { content: [] };")),
      ['MCP-A001 critical'],
    ],
    [
      'a name beside a command that another tool takes',
      'server.py',
      python(
        'start(command: str, name: str)',
        'Starts a service.',
        'subprocess.run(f"{name} {command}", shell=True, timeout=9)',
      ),
      ['MCP-A001 critical'],
    ],
    [
      'less, where a library reads it in Go',
      'main.go',
      goRead('run_command', 'Runs only allowed commands.'),
      ['MCP-A001 critical'],
    ],
    ['less in Go', 'main.go', go('run_command', 'Runs only allowed commands.'), ['MCP-A001 critical']],
    [
      'a limit on files',
      'server.py',
      python('read_file(path: str)', 'Reads any file in the public folder.', 'open(path)'),
      ['MCP-B001 high'],
    ],
    [
      'a use of addresses',
      'server.py',
      python(
        'fetch(url: str)',
        'Fetches a URL. Use this to look up opening hours.',
        'requests.get(url, timeout=9)',
      ),
      ['MCP-G001 high'],
    ],
    [
      'another purpose of a statement',
      'server.py',
      python('query(sql: str)', 'Finds a book.', 'sqlite3.connect("x").execute(sql)'),
      ['MCP-D001 high'],
    ],
    [
      'less, listed after the code',
      'index.mjs',
      script(dispatched('Runs a safe command.')),
      ['MCP-A001 critical', 'MCP-B007 medium by `read_file`: Reads any file'],
    ],
    [
      'less, for a tool that the code does not name',
      'index.mjs',
      script(unnamed('Fetches the page of a recipe.')),
      ['MCP-G001 high'],
    ],
    [
      'two tools of a name of which one promises less',
      'index.mjs',
      script(`${dispatched('Runs a shell command.')}\n${runs('run_command', 'Runs a git command.')}`),
      ['MCP-A001 critical', 'MCP-B007 medium by `read_file`: Reads any file', 'MCP-A001 critical'],
    ],
  ])('is not what it does with %s', async (_what, file, text, expected) => {
    await expect(found(file, text)).resolves.toEqual(expected);
  });
});
