import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The severity of an open transport in a package of one file. */
async function severityIn(file: string, text: string): Promise<string | undefined> {
  const { report } = await analyze(new Map([[file, new TextEncoder().encode(text)]]));
  return report.findings.find(({ rule_id }) => rule_id === 'MCP-C001')?.severity;
}

const python = (imports: string, body: string): string => `${imports}
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("harbor", host="0.0.0.0", port=8090)
@mcp.tool()
def berth(name: str) -> str:
    """A berth."""
${body}
mcp.run(transport="streamable-http")
`;

const typescript = (imports: string, body: string): string => `${imports}
import express from "express";
import { z } from "zod";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
const server = new McpServer({ name: "harbor", version: "1" });
server.tool("berth", "A berth", { name: z.string() }, async ({ name }) => {
  ${body}
});
const app = express();
app.post("/mcp", async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(8090, "0.0.0.0");
`;

const go = (imports: string, body: string): string => `package main

import (
	"context"
	${imports}

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func berth(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	${body}
}

func main() {
	s := server.NewMCPServer("harbor", "1")
	s.AddTool(mcp.NewTool("berth", mcp.WithDescription("A berth"), mcp.WithString("name")), berth)
	server.NewStreamableHTTPServer(s).Start(":8090")
}
`;

const GO_ANSWER = 'return mcp.NewToolResultText("free"), nil';

describe('an open transport is high where its tools do harm', () => {
  it.each([
    [
      'a program',
      'a.py',
      python('import subprocess', '    subprocess.run(["berthctl", "free"], timeout=9)\n    return "freed"'),
    ],
    ['a file', 'b.py', python('', '    with open("/srv/berths.txt") as f:\n        return f.read()')],
    [
      'an account',
      'c.py',
      python(
        'import os, requests',
        '    return requests.get("https://api.harbor.net/b", headers={"X-Key": os.environ["HARBOR_API_KEY"]}, timeout=5).text',
      ),
    ],
    [
      'a service',
      'd.py',
      python(
        'import boto3',
        '    boto3.client("s3").delete_object(Bucket="berths", Key="all")\n    return "gone"',
      ),
    ],
    [
      'a file in TypeScript',
      'e.ts',
      typescript(
        'import { unlink } from "node:fs/promises";',
        'await unlink("/srv/berths.txt"); return { content: [] };',
      ),
    ],
    [
      'a program in Go',
      'f.go',
      go('"os/exec"', `exec.CommandContext(ctx, "berthctl", "free").Run()\n\t${GO_ANSWER}`),
    ],
  ])('%s', async (_what, file, text) => {
    expect(await severityIn(file, text)).toBe('high');
  });
});

describe('an open transport is medium where its tools only answer', () => {
  it.each([
    [
      'a text',
      'a.py',
      python('from datetime import datetime', '    return f"{name} is free at {datetime.now().isoformat()}"'),
    ],
    [
      'public data',
      'b.py',
      python('import requests', '    return requests.get("https://tides.harbor.net/now", timeout=5).text'),
    ],
    [
      'a program that only a resource starts',
      'c.py',
      python('import subprocess', '    return name.lower()').replace(
        'mcp.run',
        '@mcp.resource("harbor://clock")\ndef clock() -> str:\n    return subprocess.run(["date"], timeout=5, capture_output=True, text=True).stdout\nmcp.run',
      ),
    ],
    [
      'a text in TypeScript',
      'd.ts',
      typescript('', 'return { content: [{ type: "text", text: name.trim() }] };'),
    ],
    ['a text in Go', 'e.go', go('"strings"', `_ = strings.ToLower(r.GetString("name", ""))\n\t${GO_ANSWER}`)],
  ])('%s', async (_what, file, text) => {
    expect(await severityIn(file, text)).toBe('medium');
  });
});

describe('an open transport on the loopback address', () => {
  const at = (host: string): string =>
    typescript(
      'import { writeFileSync } from "node:fs";',
      'writeFileSync("/srv/berth", name); return { content: [] };',
    ).replace('"0.0.0.0"', host);

  it.each([
    ['low', '"127.0.0.1"'],
    ['medium', 'process.env.HOST || "localhost"'],
    ['high', '"0.0.0.0"'],
  ])('is %s with %s', async (severity, host) => {
    expect(await severityIn('server.ts', at(host))).toBe(severity);
  });
});
