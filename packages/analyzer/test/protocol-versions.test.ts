import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { textReport } from '../src/report/text.js';

type Files = Readonly<Record<string, string>>;

const reportOf = async (files: Files) =>
  (
    await analyze(
      new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    )
  ).report;

const versionsIn = async (files: Files): Promise<readonly string[] | null | undefined> =>
  (await reportOf(files)).mcp_surface.protocol_versions;

const HANDSHAKE = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const ALL = [...HANDSHAKE, '2026-07-28'];
const OLDEST = '2024-10-07';

const npm = (dependencies: Files, server: string): Files => ({
  'package.json': JSON.stringify({
    name: 'x',
    version: '1.0.0',
    bin: 'server.js',
    type: 'module',
    dependencies,
  }),
  'server.js': server,
});
const python = (dependency: string, server: string): Files => ({
  'pyproject.toml': `[project]\nname = "x"\nversion = "1"\ndependencies = ["${dependency}"]\n`,
  'server.py': server,
});
const go = (requirement: string, server: string): Files => ({
  'go.mod': `module x\n\ngo 1.24\n\nrequire ${requirement}\n`,
  'main.go': server,
});

const FIRST = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "x", version: "1" });`;
const second = (serving: string, options = '{}'): string => `
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
const build = () => new McpServer({ name: "x", version: "1" }, ${options});
${serving}`;
const SDK2 = { '@modelcontextprotocol/server': '2.0.0' };

const goServer = (serving: string): string => `package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	${serving}
}
`;
const goHttp = (options: string): string =>
  goServer(
    `http.ListenAndServe("127.0.0.1:1", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, ${options}))`,
  );
const OFFICIAL = 'github.com/modelcontextprotocol/go-sdk';
const mcpGo = (serving: string): string => `package main

import "github.com/mark3labs/mcp-go/server"

func main() {
	s := server.NewMCPServer("x", "1")
	${serving}
}
`;
const MARK3 = 'github.com/mark3labs/mcp-go';

describe('versions of the protocol that are not known', () => {
  it.each<[string, Files]>([
    ['of an SDK in any version', npm({ '@modelcontextprotocol/sdk': '^1.20.0' }, FIRST)],
    ['of a release newer than all that were read', npm({ '@modelcontextprotocol/sdk': '1.999.0' }, FIRST)],
    ['of a prerelease', npm({ '@modelcontextprotocol/sdk': '1.24.0-beta.0' }, FIRST)],
    ['without a manifest', { 'server.js': FIRST }],
    ['of the second SDK, if nothing serves it', npm(SDK2, second('build();'))],
    [
      'if a setting decides whether there is a handshake',
      npm(SDK2, second('serveStdio(build, { legacy: process.env.LEGACY });')),
    ],
    [
      'if a setting names them',
      npm(SDK2, second('serveStdio(build);', '{ supportedProtocolVersions: process.env.V.split(",") }')),
    ],
    ['of a Go server without a transport', go(`${OFFICIAL} v1.7.0`, goServer(''))],
    [
      'of one that a setting makes stateless',
      go(`${OFFICIAL} v1.7.0`, goHttp('&mcp.StreamableHTTPOptions{Stateless: len(os.Args) > 1}')),
    ],
    [
      'of FastMCP on the second Python SDK',
      python('mcp==2.0.0', 'from fastmcp import FastMCP\nmcp = FastMCP("x")\nmcp.run()\n'),
    ],
    [
      'of a server that repeats what the client wants',
      npm(
        {},
        'export const handle = (m) => ({ result: { protocolVersion: m.params.protocolVersion, capabilities: {}, serverInfo: {} } });',
      ),
    ],
    ['of a client', npm({}, 'send({ protocolVersion: "2024-11-05", capabilities: {}, clientInfo: {} });')],
    ['of no server at all', { 'a.py': 'print(1)\n' }],
  ])('are null: %s', async (_what, files) => {
    expect(await versionsIn(files)).toBeNull();
  });
});

describe('versions of the protocol', () => {
  it.each<[string, Files, readonly string[]]>([
    [
      'of the first TypeScript SDK',
      npm({ '@modelcontextprotocol/sdk': '1.20.0' }, FIRST),
      [OLDEST, ...HANDSHAKE.slice(0, 3)],
    ],
    ['of the second over stdio', npm(SDK2, second('serveStdio(build);')), [OLDEST, ...ALL]],
    [
      'of the second without handshakes',
      npm(SDK2, second('export default createMcpHandler(build, { legacy: "reject" });')),
      ['2026-07-28'],
    ],
    [
      'of the second on a transport of the first kind',
      npm(SDK2, second('await build().connect(new StdioServerTransport());')),
      [OLDEST, ...HANDSHAKE],
    ],
    [
      'that an option names',
      npm(SDK2, second('serveStdio(build);', '{ supportedProtocolVersions: ["2026-07-28", "2025-11-25"] }')),
      ['2025-11-25', '2026-07-28'],
    ],
    [
      'of the first Python SDK',
      python('mcp==1.9.2', 'from mcp.server.fastmcp import FastMCP\nmcp = FastMCP("x")\nmcp.run()\n'),
      HANDSHAKE.slice(0, 2),
    ],
    [
      'of the second',
      python('mcp==2.0.0', 'from mcp.server.mcpserver import MCPServer\nmcp = MCPServer("x")\nmcp.run()\n'),
      ALL,
    ],
    [
      'of the low level of the second',
      python('mcp==2.0.0', 'from mcp.server import Server\nserver = Server("x", on_call_tool=None)\n'),
      ALL,
    ],
    [
      'of a Go server on stdio',
      go(`${OFFICIAL} v1.7.0`, goServer('s.Run(context.Background(), &mcp.StdioTransport{})')),
      ALL,
    ],
    ['of one with sessions', go(`${OFFICIAL} v1.7.0`, goHttp('nil')), HANDSHAKE],
    ['of one without', go(`${OFFICIAL} v1.7.0`, goHttp('&mcp.StreamableHTTPOptions{Stateless: true}')), ALL],
    ['of an older Go SDK', go(`${OFFICIAL} v1.1.0`, goServer('')), HANDSHAKE.slice(0, 3)],
    ['of mcp-go', go(`${MARK3} v0.44.1`, mcpGo('server.ServeStdio(s)')), HANDSHAKE],
    [
      'of its first beta, with sessions',
      go(`${MARK3} v1.0.0-beta.1`, mcpGo('server.NewStreamableHTTPServer(s).Start(":1")')),
      HANDSHAKE,
    ],
    [
      'of its first beta, without',
      go(
        `${MARK3} v1.0.0-beta.1`,
        mcpGo('server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":1")'),
      ),
      ALL,
    ],
    [
      'that the answer to a handshake names',
      npm(
        {},
        'const VERSION = "2024-11-05";\nexport const handle = () => ({ result: { protocolVersion: VERSION, capabilities: {}, serverInfo: {} } });',
      ),
      ['2024-11-05'],
    ],
    [
      'that the answer to server/discover names',
      python(
        '',
        'def handle(m):\n    return {"supportedVersions": ["2026-07-28"], "capabilities": {}, "resultType": "complete"}\n',
      ),
      ['2026-07-28'],
    ],
  ])('are known: %s', async (_what, files, versions) => {
    expect(await versionsIn(files)).toEqual(versions);
  });

  it('of a Go server that is given its transport, which is known, too', async () => {
    const server = goServer('s.Run(context.Background(), &mcp.StdioTransport{})');
    expect((await reportOf(go(`${OFFICIAL} v1.1.0`, server))).mcp_surface.transport).toBe('stdio');
  });

  it('are in the first lines of the text report', async () => {
    const known = textReport(await reportOf(npm({ '@modelcontextprotocol/sdk': '1.0.1' }, FIRST)));
    expect(known.replaceAll(/\s+/gu, ' ')).toContain(', protocol 2024-10-07, 2024-11-05, mcp-analyze');
    const unknown = textReport(await reportOf(npm({}, FIRST)));
    expect(unknown.replaceAll(/\s+/gu, ' ')).toContain(', protocol unknown, mcp-analyze');
  });
});
