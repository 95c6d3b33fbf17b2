import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The lines of findings about restrictions without a check. */
async function linesOf(file: string, lines: readonly string[]): Promise<number[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(lines.join('\n'))]]));
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-C002')
    .map(({ location }) => location.start_line);
}

const SCRIPT =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'; import { Server } from '@modelcontextprotocol/sdk/server/index.js'; import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'; import { z } from 'zod'; import { forum } from './forum.js';";
const registered = (body: string): Promise<number[]> =>
  linesOf('index.js', [
    SCRIPT,
    "const server = new McpServer({ name: 'x', version: '1' });",
    'const demand = (auth) => { if (auth.role !== "admin") throw new Error("no"); };',
    "server.registerTool('delete_user', {",
    "  description: 'Admin only: deletes a user.',",
    '  inputSchema: { name: z.string() },',
    `}, async ({ name }, extra) => { ${body} return { content: [] }; });`,
  ]);
const table = (call: string, before = ''): Promise<number[]> =>
  linesOf('index.js', [
    SCRIPT,
    'const tools = {',
    '  delete_user: {',
    "    description: 'Admin only: deletes a user.',",
    '    inputSchema: { type: "object", properties: { name: { type: "string" } } },',
    '    handler: ({ name }) => forum.remove(name),',
    '  },',
    '};',
    before,
    'export function build(account) {',
    "  const server = new Server({ name: 'x', version: '1' }, {});",
    '  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: Object.entries(tools).map(([name, { handler, ...meta }]) => ({ name, ...meta })) }));',
    `  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => { ${call} });`,
    '}',
    'build({});',
  ]);
const python = (decorator: string, line: string, more: readonly string[] = []): Promise<number[]> =>
  linesOf('server.py', [
    'from fastmcp import FastMCP; from fastmcp.server.middleware import Middleware; from fastmcp.server.dependencies import get_access_token',
    'mcp = FastMCP("x")',
    ...more,
    decorator,
    'def delete_user(name: str) -> str:',
    '    """Admin only: deletes a user."""',
    `    ${line}`,
    '    return forum.remove(name)',
  ]);

const ANSWER =
  'return { content: [{ type: "text", text: String(tools[params.name].handler(params.arguments)) }] };';

describe('a restriction without a check', () => {
  it('is found where a tool is registered', async () => {
    await expect(registered('forum.remove(name);')).resolves.toEqual([5]);
    await expect(python('@mcp.tool()', 'pass')).resolves.toHaveLength(1);
  });

  it('is found where tools are kept in a table', async () => {
    await expect(table(ANSWER)).resolves.toEqual([4]);
    await expect(
      table(`if (!Object.hasOwn(tools, params.name)) throw new Error('unknown'); ${ANSWER}`),
    ).resolves.toEqual([4]);
  });
});

describe('a restriction is checked', () => {
  it.each([
    "if (extra.authInfo.extra.role !== 'admin') throw new Error('no'); forum.remove(name);",
    "if (!extra.authInfo.scopes.includes('admin')) throw new Error('no'); forum.remove(name);",
    'requireAdmin(extra); forum.remove(name);',
    'demand(extra.authInfo); forum.remove(name);',
  ])('in the handler: %s', async (body) => {
    await expect(registered(body)).resolves.toEqual([]);
  });

  it('by the dispatcher', async () => {
    await expect(
      table(
        `if (params.name === 'delete_user' && account.role !== 'admin') throw new Error('no'); ${ANSWER}`,
      ),
    ).resolves.toEqual([]);
    await expect(
      table(
        `if (!allowed(account, params.name)) throw new Error('no'); ${ANSWER}`,
        "const allowed = (account, name) => name !== 'delete_user' || account.role === 'admin';",
      ),
    ).resolves.toEqual([]);
  });

  it('in Python, by the handler, a decorator, or middleware', async () => {
    await expect(
      python('@mcp.tool()', 'if "admin" not in get_access_token().scopes: raise PermissionError("no")'),
    ).resolves.toEqual([]);
    await expect(python('@mcp.tool(auth=require_scopes("admin"))', 'pass')).resolves.toEqual([]);
    await expect(
      python('@mcp.tool()', 'pass', [
        'class Gate(Middleware):',
        '    async def on_call_tool(self, context, call_next):',
        '        if context.message.name == "delete_user" and get_access_token().claims["role"] != "admin":',
        '            raise PermissionError("no")',
        '        return await call_next(context)',
        'mcp.add_middleware(Gate())',
      ]),
    ).resolves.toEqual([]);
  });
});
