import { describe, expect, it } from '@jest/globals';
import type { AnalysisReport, ReportedFinding } from '../src/report/report.js';
import { dispatching, pythonServer, reportOf, type Files } from './support/dispatching-server.js';
import { lines } from './support/flow-rows.js';
import { goFile } from './support/go-server.js';

/** The groups of a rule, as the lines of their findings. */
async function groupsOf(files: Files, rule: string): Promise<number[][]> {
  const { findings } = await reportOf(files);
  const groups = new Map<string, number[]>();
  for (const { rule_id: id, group, location } of findings)
    if (id === rule) groups.set(group, [...(groups.get(group) ?? []), location.start_line]);
  return [...groups.values()];
}

describe('findings have one cause', () => {
  it('when their values pass through one helper that builds them', async () => {
    const files = dispatching(
      ['const located = (name: string) => "/srv/data/" + name;'],
      [
        '    case "read": return readFileSync(located(args.file));',
        '    case "size": return readFileSync(located(args.path)).length;',
        '    case "other": return readFileSync(args.name);',
      ],
    );
    expect(await groupsOf(files, 'MCP-B001')).toEqual([[10, 11], [12]]);
    const { groups, findings } = await reportOf(files);
    expect(groups.filter(({ rule_id: id }) => id === 'MCP-B001')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/u),
        rule_id: 'MCP-B001',
        severity: 'high',
        findings: 2,
        tool_names: ['read', 'size'],
        cause: { file_path: 'server.ts', line: 5, helper: 'located' },
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/u),
        rule_id: 'MCP-B001',
        severity: 'high',
        findings: 1,
        tool_names: ['other'],
        cause: { file_path: 'server.ts', line: 12, helper: null },
      },
    ]);
    expect(groups.reduce((sum, group) => sum + group.findings, 0)).toBe(findings.length);
  });

  it('when a helper in Python does not check enough', async () => {
    const files = pythonServer(
      'def checked(name):',
      '    if "rm" in name:',
      '        raise ValueError(name)',
      '    return name.strip()',
      '@server.call_tool()',
      'async def call_tool(name, arguments):',
      '    if name == "log":',
      '        return subprocess.run("git log " + checked(arguments["a"]), shell=True)',
      '    if name == "blame":',
      '        return subprocess.run("git blame " + checked(arguments["b"]), shell=True)',
    );
    expect(await groupsOf(files, 'MCP-A001')).toEqual([[12, 14]]);
  });

  it('when a helper in Go does not check enough', async () => {
    const handler = (name: string): string[] => [
      `func ${name}(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {`,
      '\tdata, err := os.ReadFile(located(request.GetString("file", "")))',
      '\treturn mcp.NewToolResultText(string(data)), err',
      '}',
    ];
    const source = goFile(
      'os',
      'func located(name string) string { return "/srv/" + name }',
      ...handler('read'),
      ...handler('show'),
      'func main() {',
      '\ts := server.NewMCPServer("x", "1")',
      '\ts.AddTool(mcp.NewTool("read", mcp.WithString("file")), read)',
      '\ts.AddTool(mcp.NewTool("show", mcp.WithString("file")), show)',
      '\tserver.ServeStdio(s)',
      '}',
    );
    const files = { 'go.mod': 'module example.com/a\n\ngo 1.24\n', 'main.go': source };
    expect(await groupsOf(files, 'MCP-B001')).toEqual([[8, 12]]);
  });

  it.each([
    [
      'a helper gets all arguments at once',
      dispatching(
        ['const parsed = (given: any) => ({ a: given.a, b: given.b });'],
        [
          '    case "read": return readFileSync(parsed(args).a);',
          '    case "size": return readFileSync(parsed(args).b).length;',
        ],
      ),
      [[10], [11]],
    ],
    [
      'a constructor keeps the value',
      dispatching(
        ['class Holder { path: string; constructor(path: string) { this.path = path; } }'],
        [
          '    case "read": return readFileSync(new Holder(args.a).path);',
          '    case "size": return readFileSync(new Holder(args.b).path).length;',
        ],
      ),
      [[10], [11]],
    ],
    [
      'they are separate sinks of one function',
      dispatching(
        [],
        [
          '    case "read": return readFileSync(args.a);',
          '    case "size": return readFileSync(args.a).length;',
        ],
      ),
      [[9], [10]],
    ],
  ])('but not when %s', async (_, files, expected) => {
    expect(await groupsOf(files, 'MCP-B001')).toEqual(expected);
  });

  it('keep their groups and fingerprints when lines move', async () => {
    const helper = 'const located = (name: string) => "/srv/data/" + name;';
    const cases = [
      '    case "read": return readFileSync(located(args.file));',
      '    case "size": return readFileSync(located(args.path)).length;',
      '    case "other": return readFileSync(args.name);',
    ];
    const identities = ({ findings }: AnalysisReport): Pick<ReportedFinding, 'group' | 'fingerprint'>[] =>
      findings.map(({ group, fingerprint }) => ({ group, fingerprint }));
    const before = await reportOf(dispatching([helper], cases));
    const after = await reportOf(dispatching(['// A comment.', '', helper], cases));
    expect(identities(after)).toEqual(identities(before));
  });
});

describe('findings in handlers without names', () => {
  const HEAD = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { execSync } from 'node:child_process';
import { z } from 'zod';
const server = new McpServer({ name: 'x', version: '1' });
`;
  const tool = (name: string): string =>
    `server.registerTool('${name}', { description: 'Looks.', inputSchema: { host: z.string() } }, async ({ host }) => {
  execSync('${name} ' + host, { timeout: 1 });
  return { content: [] };
});
`;

  it('keep their groups and fingerprints when tools are added or moved', async () => {
    const identitiesOf = async (text: string): Promise<ReadonlyMap<string | null, string>> => {
      const { findings } = await reportOf({ 'index.mjs': text });
      return new Map(
        findings.map(({ mcp_context: context, group, fingerprint }) => [
          context.tool_name,
          `${group} ${fingerprint}`,
        ]),
      );
    };
    const before = await identitiesOf(HEAD + tool('ping') + tool('trace'));
    const after = await identitiesOf(HEAD + tool('first') + tool('trace') + tool('ping'));
    expect(new Set(before.values()).size).toBe(2);
    expect(after.get('ping')).toBe(before.get('ping'));
    expect(after.get('trace')).toBe(before.get('trace'));
  });
});

describe('the location of a finding has columns and the text of its line', () => {
  const TEXT = '"é🐍"';

  it.each([
    [
      'JavaScript',
      {
        'server.js': lines(
          'import { execSync } from "node:child_process";',
          'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
          'import { z } from "zod";',
          'const server = new McpServer({ name: "a", version: "1.0.0" });',
          'server.tool("ping", "Pings a host.", { host: z.string() }, async ({ host }) => {',
          `  const a = ${TEXT}; execSync(\`ping \${host}\`, { timeout: 10 });`,
          '  return { content: [] };',
          '});',
        ),
      },
      'execSync(`ping ${host}`, { timeout: 10 })',
    ],
    [
      'Python',
      pythonServer(
        'mcp = FastMCP("a")',
        '@server.call_tool()',
        'async def call_tool(name, arguments):',
        `    a = ${TEXT}; subprocess.run(f"ping {arguments['host']}", shell=True, timeout=5)`,
      ),
      `subprocess.run(f"ping {arguments['host']}", shell=True, timeout=5)`,
    ],
    [
      'Go',
      {
        'go.mod': 'module example.com/a\n\ngo 1.24\n',
        'main.go': goFile(
          'os/exec',
          'func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
          `\ta := ${TEXT}; exec.Command("sh", "-c", request.GetString("x", "") + a).Run()`,
          '\treturn mcp.NewToolResultText("done"), nil',
          '}',
          'func main() {',
          '\ts := server.NewMCPServer("x", "1")',
          '\ts.AddTool(mcp.NewTool("lookup_item", mcp.WithString("x")), handle)',
          '\tserver.ServeStdio(s)',
          '}',
        ),
      },
      'exec.Command("sh", "-c", request.GetString("x", "") + a)',
    ],
  ])('in %s', async (_, files: Files, call) => {
    const { findings } = await reportOf(files);
    const found = findings.find(({ vulnerability_class: of }) => of === 'A');
    const location = found?.location;
    const line = (files[location?.file_path ?? ''] ?? '').split('\n')[(location?.start_line ?? 0) - 1] ?? '';
    const column = line.indexOf(call) + 1;
    expect(location).toMatchObject({ start_column: column, end_column: column + call.length });
    expect(location?.snippet).toBe(line.trim());
  });
});
