import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { AnalysisReport } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

async function reportOf(files: Record<string, string>): Promise<AnalysisReport> {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(all))).report;
}

const GO_MOD = 'module example.com/weather\n\ngo 1.22\n\nrequire github.com/mark3labs/mcp-go v0.30.0\n';

describe('a server whose tools are not in its code', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'from a document, in Python',
      {
        'server.py': lines(
          'import httpx',
          'from fastmcp import FastMCP',
          'spec = httpx.get("https://api.example.com/openapi.json").json()',
          'mcp = FastMCP.from_openapi(openapi_spec=spec, client=httpx.AsyncClient())',
          'mcp.run()',
        ),
      },
      /^no tools were recognized, although server\.py uses fastmcp; they come from a dependency \(from_openapi\)$/u,
    ],
    [
      'from a dependency, in JavaScript',
      {
        'package.json': JSON.stringify({
          name: 'weather',
          main: 'index.js',
          dependencies: { '@modelcontextprotocol/sdk': '1', '@weather/mcp-tools': '^1.4.0' },
        }),
        'index.js': lines(
          "const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');",
          "const { registerAll } = require('@weather/mcp-tools');",
          "registerAll(new McpServer({ name: 'weather', version: '1' }));",
        ),
      },
      /they come from dependencies \(@weather\/mcp-tools \^1\.4\.0\)$/u,
    ],
    [
      'of another server, in TypeScript',
      {
        'proxy.ts': lines(
          "import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';",
          "import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';",
          'const near = new StdioServerTransport();',
          "const far = new StreamableHTTPClientTransport(new URL('https://mcp.example.com'));",
          'near.onmessage = (message) => far.send(message);',
          'far.onmessage = (message) => near.send(message);',
        ),
      },
      /it connects to another server, whose tools are not in this code$/u,
    ],
    [
      'from a service, in Go',
      {
        'go.mod': GO_MOD,
        'main.go': lines(
          'package main',
          'import (',
          '	"github.com/mark3labs/mcp-go/server"',
          '	"example.com/weather-tools"',
          ')',
          'func main() {',
          '	s := server.NewMCPServer("weather", "1.0.0")',
          '	tools.Register(s)',
          '	server.ServeStdio(s)',
          '}',
        ),
      },
      /^no tools were recognized, although main\.go uses github\.com\/mark3labs\/mcp-go/u,
    ],
    [
      'behind a handler of calls',
      {
        'server.py': lines(
          'import httpx',
          'from mcp.server import Server',
          'server = Server("relay")',
          '@server.call_tool()',
          'async def call(name, arguments):',
          '    return httpx.post("https://api.example.com/" + str(len(name)), timeout=5).json()',
        ),
      },
      /^no tools were recognized, although server\.py handles their calls/u,
    ],
    [
      'whose bundle is not read',
      {
        'package.json': JSON.stringify({
          name: 'weather',
          main: 'dist/index.js',
          dependencies: { fastmcp: '1' },
        }),
        'dist/index.js': `(()=>{${'var a=1;'.repeat(4000)}})();`,
      },
      /^no tools were recognized, although package\.json requires fastmcp/u,
    ],
    [
      'of a program that it starts, for each platform',
      {
        'package.json': JSON.stringify({
          name: 'tide-mcp-server',
          bin: 'start.js',
          optionalDependencies: {
            'tide-mcp-server-linux-x64': '2.0.1',
            'tide-mcp-server-win32-x64': '2.0.1',
          },
        }),
        'start.js': lines(
          "const { spawn } = require('child_process');",
          'const name = `tide-mcp-server-${process.platform}-${process.arch}`;',
          "spawn(require.resolve(`${name}/server`), process.argv.slice(2), { stdio: 'inherit' });",
        ),
      },
      /^no tools were recognized, although package\.json calls it an MCP server; it starts a program of another package \(tide-mcp-server-linux-x64 2\.0\.1, tide-mcp-server-win32-x64 2\.0\.1\)$/u,
    ],
    [
      'of a dependency with another name, at its locked version',
      {
        'package.json': JSON.stringify({
          name: 'tide',
          description: 'Tides for the Model Context Protocol',
          bin: 'start.js',
          dependencies: { 'tide-core': '^3.0.0' },
        }),
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: {
            '': { dependencies: { 'tide-core': '^3.0.0' } },
            'node_modules/tide-core': { version: '3.2.1' },
          },
        }),
        'start.js': "require('tide-core/server').start();\n",
      },
      /calls it an MCP server; they may come from dependencies \(tide-core 3\.2\.1\)$/u,
    ],
    [
      'of a service that it forwards to without a library',
      {
        'pyproject.toml': lines(
          '[project]',
          'name = "tide-mcp"',
          'version = "1.0.0"',
          '[project.scripts]',
          'tide-mcp = "tide:main"',
        ),
        'tide.py': lines(
          'import sys',
          'import urllib.request',
          'def main():',
          '    for line in sys.stdin:',
          '        urllib.request.urlopen("https://mcp.example.com", line.encode(), timeout=9)',
        ),
      },
      /^no tools were recognized, although pyproject\.toml calls it an MCP server$/u,
    ],
    [
      'of a service whose address it has',
      {
        'package.json': JSON.stringify({ name: 'tide-mcp', bin: 'index.js' }),
        'index.js': lines(
          'import { createInterface } from "node:readline";',
          'const ENDPOINT = process.env.TIDE_URL || "https://tide.example.com/api/mcp";',
          'createInterface({ input: process.stdin }).on("line", async (body) => {',
          '  console.log(await (await fetch(ENDPOINT, { method: "POST", body })).text());',
          '});',
        ),
      },
      /calls it an MCP server; it sends requests to another server \(https:\/\/tide\.example\.com\/api\/mcp\), whose tools are not in this code$/u,
    ],
    [
      'of a program of another package, by its name',
      {
        'package.json': JSON.stringify({ name: 'tide-mcp', bin: 'index.js' }),
        'index.js': lines(
          'import { spawn } from "node:child_process";',
          'spawn("tide", ["mcp", ...process.argv.slice(2)], { stdio: "inherit" });',
        ),
      },
      /calls it an MCP server; it starts a program that is not in this package \(tide\)$/u,
    ],
    [
      'of another server, with a comment that mentions a factory',
      {
        'package.json': JSON.stringify({ name: 'tide', bin: 'proxy.js' }),
        'proxy.js': lines(
          'import { Client } from "@modelcontextprotocol/sdk/client/index.js";',
          'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
          '// Unlike `createMcpHandler`, this forwards everything.',
          'new Server().connect(new Client());',
        ),
      },
      /although proxy\.js uses @modelcontextprotocol\/sdk; it connects to another server, whose tools are not in this code$/u,
    ],
    [
      'whose bundle contains the library',
      {
        'package.json': JSON.stringify({ name: 'tide', bin: 'proxy.js' }),
        'proxy.js': lines(
          '// node_modules/@modelcontextprotocol/client/dist/index.mjs',
          'var Client = class { async request() {} };',
          '// node_modules/@modelcontextprotocol/server/dist/index.mjs',
          'var Server = class { connect() {} };',
          '// src/proxy.ts',
          'new Server().connect(new Client());',
        ),
      },
      /although proxy\.js contains @modelcontextprotocol\/server; it connects to another server, whose tools are not in this code$/u,
    ],
  ])('%s, is incomplete and certifies nothing', async (_, files, reason) => {
    const report = await reportOf(files);
    expect(report.complete).toBe(false);
    expect(report.incomplete_reasons).toContainEqual(expect.stringMatching(reason));
    expect(report.certification_level).toBe(0);
  });

  it.each<[string, Record<string, string>]>([
    [
      'resources alone',
      {
        'server.py': lines(
          'from mcp.server.fastmcp import FastMCP',
          'mcp = FastMCP("notes")',
          '@mcp.resource("notes://all")',
          'def notes() -> str:',
          '    """All notes"""',
          '    return "none"',
        ),
      },
    ],
    [
      'a prompt alone',
      {
        'server.js': lines(
          "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
          "const server = new McpServer({ name: 'notes', version: '1' });",
          "server.prompt('review', 'Reviews a text', () => ({ messages: [] }));",
        ),
      },
    ],
    ['no library for servers', { 'index.js': 'export const sum = (a, b) => a + b;\n' }],
    [
      'a name without anything to start',
      { 'package.json': JSON.stringify({ name: 'mcp-words' }), 'words.js': 'export const WORDS = [];\n' },
    ],
    ['a name that only contains one', { 'index.js': "import x from './mcp-notes.js';\nx();\n" }],
  ])('%s, is complete', async (_, files) => {
    const { complete, incomplete_reasons: reasons } = await reportOf(files);
    expect([complete, reasons]).toEqual([true, []]);
  });
});

describe('the certification level', () => {
  const SERVER = lines(
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    "const server = new McpServer({ name: 'clock', version: '1.0.0' });",
    "server.tool('now', 'The time', {}, async () => ({ content: [] }));",
  );
  const README = `# Clock\n\n## Installation\n\nnpm install\n\n## Usage\n\nnow\n\n${'It returns the time. '.repeat(40)}`;
  const files = {
    'index.js': SERVER,
    'README.md': README,
    LICENSE: 'MIT License\n',
    'package.json': JSON.stringify({ name: 'clock', version: '1.0.0', main: 'index.js', license: 'MIT' }),
  };

  it('is at least 1 for a server that was read whole', async () => {
    const report = await reportOf(files);
    expect(report.complete).toBe(true);
    expect(report.certification_level).toBeGreaterThanOrEqual(1);
  });

  it('is 0 when product code was not read', async () => {
    const report = await reportOf({ ...files, 'other.js': 'const = ;\n' });
    expect([report.complete, report.certification_level]).toEqual([false, 0]);
  });

  it('may be 1 when a manifest was not read, and the code was', async () => {
    const tested = { 'test/now.test.js': "import { test } from 'node:test';\ntest('now', () => {});\n" };
    const report = await reportOf({ ...files, ...tested, 'sub/package.json': '{' });
    expect([report.complete, report.certification_level]).toEqual([false, 1]);
  });
});
