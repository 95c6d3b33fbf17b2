import { analyze } from '../../src/analysis/analyze.js';

/** The findings of at least medium severity in a package with one source file. */
async function found(file: string, text: string): Promise<string[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ severity }) => severity !== 'low')
    .map(({ rule_id, severity }) => `${rule_id} ${severity}`);
}

const indented = (body: string): string =>
  body
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('');

/** A server in Python whose tool has a parameter `host` and this body, after some declarations. */
export const pythonServer = (body: string, before = ''): string =>
  `import os, subprocess, sys\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("x")\n${before}\n@mcp.tool()\ndef lookup(host: str) -> str:\n    """Looks a host up."""\n${indented(body)}    return "ok"\n`;

/** A server in JavaScript whose tool has a parameter `host` and this body, after some declarations. */
const scriptServer = (body: string, before = ''): string =>
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport * as cp from 'node:child_process';\nimport { exec, execSync, spawn } from 'node:child_process';\nimport { z } from 'zod';\nconst server = new McpServer({ name: 'x', version: '1' });\n${before}\nserver.registerTool('lookup', { description: 'Looks a host up.', inputSchema: { host: z.string() } }, async ({ host }) => {\n  ${body}\n  return { content: [] };\n});\n`;

/** A server in Go whose tool has a parameter `host` and this body, after some declarations. */
export const goServer = (body: string, before = '', imports = ''): string =>
  `package main\nimport (\n\t"context"\n\t"os/exec"\n${imports}\n\t"github.com/mark3labs/mcp-go/mcp"\n\t"github.com/mark3labs/mcp-go/server"\n)\n${before}\nfunc lookup(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\thost := req.GetString("host", "")\n${body}\n\treturn mcp.NewToolResultText("ok"), nil\n}\nfunc main() {\n\ts := server.NewMCPServer("x", "1")\n\ts.AddTool(mcp.NewTool("lookup", mcp.WithDescription("Looks a host up."), mcp.WithString("host")), lookup)\n\tserver.ServeStdio(s)\n}\n`;

export const inPython = (body: string, before = ''): Promise<string[]> =>
  found('server.py', pythonServer(body, before));
export const inScript = (body: string, before = ''): Promise<string[]> =>
  found('index.mjs', scriptServer(body, before));
export const inGo = (body: string, before = '', imports = ''): Promise<string[]> =>
  found('main.go', goServer(body, before, imports));
