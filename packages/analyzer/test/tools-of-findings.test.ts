import { describe, expect, it } from '@jest/globals';
import { dispatching, pythonServer, reportOf, type Files } from './support/dispatching-server.js';
import { lines } from './support/flow-rows.js';
import { goFile } from './support/go-server.js';

/** The findings of a rule as `line: tool, tool`. */
async function toolsOf(files: Files, rule: string): Promise<string[]> {
  const { findings } = await reportOf(files);
  return findings
    .filter(({ rule_id: id }) => id === rule)
    .map(({ location, mcp_context: context }) => `${location.start_line}: ${context.tool_names.join(', ')}`);
}

describe('a helper that several tools reach', () => {
  it.each([
    [
      'TypeScript: from a switch, with the same argument',
      dispatching(
        ['const git = (branch: string) => execSync(`git log ${branch}`);'],
        [
          '    case "log": return { content: [{ type: "text", text: String(git(args.branch)) }] };',
          '    case "blame": return { content: [{ type: "text", text: String(git(args.branch)) }] };',
          '    case "other": return { content: [] };',
        ],
      ),
      ['5: blame, log'],
    ],
    [
      'TypeScript: through another helper whose summary is reused',
      dispatching(
        [
          'const git = (branch: string) => execSync(`git log ${branch}`);',
          'const show = (branch: string) => git(branch);',
          'const second = (branch: string) => show(branch);',
        ],
        [
          '    case "direct": return git(args.branch);',
          '    case "shown": return show(args.branch);',
          '    case "again": return second(args.branch);',
          '    case "last": return second(args.branch);',
        ],
      ),
      ['5: again, direct, last, shown'],
    ],
    [
      'TypeScript: from one branch for several tools',
      dispatching(
        ['const git = (branch: string) => execSync(`git log ${branch}`);'],
        [
          '    case "log":',
          '    case "blame":',
          '      return git(args.branch);',
          '    default:',
          '      if (name === "show" || name === "diff" || "tag" === name) return git(args.branch);',
        ],
      ),
      ['5: blame, diff, log, show, tag'],
    ],
    [
      'TypeScript: from a table of handlers',
      {
        'server.ts': lines(
          'import { execSync } from "node:child_process";',
          'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
          'import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";',
          'const git = (branch: string) => execSync(`git log ${branch}`);',
          'const handlers: Record<string, (args: any) => unknown> = {',
          '  log: (args) => git(args.branch),',
          '  blame: (args) => git(args.branch),',
          '  count: (args) => git(String(Number(args.count))),',
          '};',
          'const server = new Server({ name: "a", version: "1.0.0" }, { capabilities: { tools: {} } });',
          'server.setRequestHandler(ListToolsRequestSchema, async () => ({',
          '  tools: [',
          '    { name: "log", description: "Shows it.", inputSchema: { type: "object" } },',
          '    { name: "blame", description: "Shows it.", inputSchema: { type: "object" } },',
          '    { name: "count", description: "Shows it.", inputSchema: { type: "object" } },',
          '  ],',
          '}));',
          'server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>',
          '  handlers[params.name](params.arguments),',
          ');',
        ),
      },
      ['4: blame, log'],
    ],
    [
      'Python: from a table of handlers',
      pythonServer(
        'from mcp.types import Tool',
        'def run(branch):',
        '    return subprocess.run(f"git log {branch}", shell=True)',
        'def log(arguments):',
        '    return run(arguments["branch"])',
        'def blame(arguments):',
        '    return run(arguments["branch"])',
        'HANDLERS = {"log": log, "blame": blame}',
        '@server.list_tools()',
        'async def list_tools():',
        '    return [',
        '        Tool(name="log", description="Shows it.", inputSchema={"type": "object"}),',
        '        Tool(name="blame", description="Shows it.", inputSchema={"type": "object"}),',
        '    ]',
        '@server.call_tool()',
        'async def call_tool(name, arguments):',
        '    return HANDLERS[name](arguments)',
      ),
      ['7: blame, log'],
    ],
    [
      'TypeScript: not by a tool that passes only a number',
      dispatching(
        ['const git = (branch: string) => execSync(`git log ${branch}`);'],
        [
          '    case "log": return git(args.branch);',
          '    case "count": return git(String(Number(args.branch)));',
        ],
      ),
      ['5: log'],
    ],
    [
      'Python: from an if, with the same argument',
      pythonServer(
        'def run(branch):',
        '    return subprocess.run(f"git log {branch}", shell=True)',
        '@server.call_tool()',
        'async def call_tool(name, arguments):',
        '    if name == "log":',
        '        return run(arguments["branch"])',
        '    elif name == "blame":',
        '        return run(arguments["branch"])',
        '    elif name == "pull":',
        '        return run("main")',
      ),
      ['6: blame, log'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await toolsOf(files, 'MCP-A001')).toEqual(expected);
  });

  it('names them where no value of a client flows', async () => {
    const files = pythonServer(
      'def get():',
      '    return requests.get("https://api.example.org/state", verify=False, timeout=5)',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    if name == "state":',
      '        return get()',
      '    if name == "status":',
      '        return get()',
      '    return []',
    );
    expect(await toolsOf(files, 'MCP-H001')).toEqual(['6: state, status']);
  });

  it('names all of them for a rule that reports once per file', async () => {
    const files = pythonServer(
      'def get(path):',
      '    return requests.get("https://api.example.org/" + path)',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    if name == "state":',
      '        return get("state")',
      '    if name == "status":',
      '        return get("status")',
      '    return []',
    );
    expect(await toolsOf(files, 'MCP-N003')).toEqual(['6: state, status']);
  });

  it('names them in Go', async () => {
    const handler = (name: string): string[] => [
      `func ${name}(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {`,
      '\treturn git(request.GetString("branch", ""))',
      '}',
    ];
    const source = goFile(
      'os/exec',
      'func git(branch string) (*mcp.CallToolResult, error) {',
      '\tout, err := exec.Command("sh", "-c", "git log " + branch).Output()',
      '\treturn mcp.NewToolResultText(string(out)), err',
      '}',
      ...handler('logBranch'),
      ...handler('blameBranch'),
      'func main() {',
      '\ts := server.NewMCPServer("x", "1")',
      '\ts.AddTool(mcp.NewTool("log", mcp.WithString("branch")), logBranch)',
      '\ts.AddTool(mcp.NewTool("blame", mcp.WithString("branch")), blameBranch)',
      '\tserver.ServeStdio(s)',
      '}',
    );
    expect(
      await toolsOf({ 'go.mod': 'module example.com/a\n\ngo 1.24\n', 'main.go': source }, 'MCP-A001'),
    ).toEqual(['7: blame, log']);
  });
});
