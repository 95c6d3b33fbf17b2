import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { parseAdvisories } from '../src/dependencies/advisories.js';
import type { AnalysisReport } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

type Files = Readonly<Record<string, string>>;

async function reportOf(files: Files, advisories?: readonly object[]): Promise<AnalysisReport> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const { report } = await analyze(
    new Map(bytes),
    advisories ? { advisories: parseAdvisories(advisories) } : {},
  );
  return report;
}

const EXPRESS = lines(
  'import { readFileSync } from "node:fs";',
  'import http from "node:http";',
  'import http2 from "node:http2";',
  'import https from "node:https";',
  'import express from "express";',
  'import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";',
  'import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";',
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'const mcp = new McpServer({ name: "a", version: "1.0.0" });',
  'mcp.tool("ping", async () => ({ content: [] }));',
  'const app = express();',
  'app.post("/mcp", requireBearerAuth({ verifier }), async (req, res) => {',
  '  const transport = new StreamableHTTPServerTransport({ enableDnsRebindingProtection: true, allowedHosts: ["mcp.example.com"] });',
  '  await transport.handleRequest(req, res, req.body);',
  '});',
  'const options = { key: readFileSync("key.pem"), cert: readFileSync("cert.pem") };',
);

const UVICORN = lines(
  'import uvicorn',
  'from fastmcp import FastMCP',
  'from fastmcp.server.auth import BearerAuthProvider',
  'from starlette.middleware.trustedhost import TrustedHostMiddleware',
  'mcp = FastMCP("a", auth=BearerAuthProvider(public_key="x"))',
  '@mcp.tool()',
  'def ping() -> str:',
  '    return "pong"',
  'app = mcp.http_app()',
  'app.add_middleware(TrustedHostMiddleware, allowed_hosts=["mcp.example.com"])',
);

const GO = (body: string): string =>
  lines(
    'package main',
    'import "context"',
    'import "net/http"',
    'import "github.com/modelcontextprotocol/go-sdk/auth"',
    'import "github.com/modelcontextprotocol/go-sdk/mcp"',
    'func main() {',
    '\tserver := mcp.NewServer(&mcp.Implementation{Name: "a"}, nil)',
    '\tmcp.AddTool(server, &mcp.Tool{Name: "ping"}, ping)',
    '\thandler := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { return server }, nil)',
    '\tguarded := http.NewCrossOriginProtection().Handler(auth.RequireBearerToken(verify, nil)(handler))',
    `\t${body}`,
    '}',
    'func ping(ctx context.Context, r *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {',
    '\treturn nil, nil, nil',
    '}',
  );

describe('a server over HTTP that requires tokens', () => {
  it.each([
    ['http.createServer', 'index.js', `${EXPRESS}http.createServer(app).listen(80, "0.0.0.0");`],
    ['a single app', 'index.js', `${EXPRESS}app.listen(80, "0.0.0.0");`],
    [
      'one of two',
      'index.js',
      `${EXPRESS}const server = process.env.PLAIN ? http.createServer(app) : https.createServer(options, app);\nserver.listen(443, "0.0.0.0");`,
    ],
    [
      'one beside another',
      'index.js',
      `${EXPRESS}http.createServer(app).listen(80, "0.0.0.0");\nhttps.createServer(options, app).listen(443, "0.0.0.0");`,
    ],
    ['uvicorn.run', 'server.py', `${UVICORN}uvicorn.run(app, host="0.0.0.0")`],
    ['uvicorn.run with None', 'server.py', `${UVICORN}uvicorn.run(app, host="0.0.0.0", ssl_certfile=None)`],
    ['ListenAndServe', 'main.go', GO('http.ListenAndServe(":80", guarded)')],
    [
      'one of two',
      'main.go',
      GO(
        's := &http.Server{Addr: ":443", Handler: guarded}; if plain { s.ListenAndServe() } else { s.ListenAndServeTLS("c", "k") }',
      ),
    ],
  ])('has no TLS with %s in %s', async (_what, path, source) => {
    const { controls, findings } = await reportOf({ [path]: source });
    expect(findings.map(({ rule_id }) => rule_id)).toContain('MCP-H002');
    const control = controls.find(({ control_id }) => control_id === 'SEC-009');
    expect(control?.message).toContain('beyond loopback without TLS');
  });

  it.each([
    ['https.createServer', 'index.js', `${EXPRESS}https.createServer(options, app).listen(443, "0.0.0.0");`],
    ['https.Server', 'index.js', `${EXPRESS}new https.Server(options, app).listen(443, "0.0.0.0");`],
    [
      'http2.createSecureServer',
      'index.js',
      `${EXPRESS}const server = http2.createSecureServer(options, app);\nserver.listen(443, "0.0.0.0");`,
    ],
    [
      'uvicorn.run',
      'server.py',
      `${UVICORN}uvicorn.run(app, host="0.0.0.0", ssl_certfile="cert.pem", ssl_keyfile="key.pem")`,
    ],
    ['ListenAndServeTLS', 'main.go', GO('http.ListenAndServeTLS(":443", "cert.pem", "key.pem", guarded)')],
    [
      'ListenAndServeTLS of a server',
      'main.go',
      GO('s := &http.Server{Addr: ":443", Handler: guarded}; s.ListenAndServeTLS("c", "k")'),
    ],
  ])('has TLS with %s in %s', async (_what, path, source) => {
    const { controls, findings } = await reportOf({ [path]: source });
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain('MCP-H002');
    const control = controls.find(({ control_id }) => control_id === 'SEC-009');
    expect(control?.message).toBe('No finding of class H.');
  });
});

describe('the licence of a package', () => {
  it('is that of the manifest with the same name', async () => {
    const { package: identity } = await reportOf({
      'apps/web/package.json': '{"name":"web","version":"0.1.0","license":"MIT"}',
      'package.json': '{"name":"server","version":"2.0.0","license":"AGPL-3.0-only"}',
      'index.js': 'console.error("started");',
    });
    expect(identity).toMatchObject({ name: 'server', version: '2.0.0', license: 'AGPL-3.0-only' });
  });
});

describe('dependencies', () => {
  const files: Files = {
    'package.json': '{"name":"a","version":"1.0.0","dependencies":{"left-over":"1.0.0"}}',
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { 'left-over': '1.0.0' } },
        'node_modules/left-over': { version: '1.0.0' },
      },
    }),
    'index.js': 'console.error("started");',
  };
  const about = (ecosystem: string): object => ({
    id: `X-${ecosystem}`,
    affected: [{ package: { ecosystem, name: 'left-over' }, versions: ['0.1.0'] }],
  });

  it.each<[string, object[] | undefined, boolean]>([
    ['no advisories', undefined, false],
    ['an empty table', [], false],
    ['advisories of another ecosystem', [about('PyPI')], false],
    ['withdrawn advisories', [{ ...about('npm'), withdrawn: '2026-01-01T00:00:00Z' }], false],
    ['advisories of their ecosystem', [about('PyPI'), about('npm')], true],
  ])('with %s', async (_what, advisories, observable) => {
    const { controls, dependencies } = await reportOf(files, advisories);
    expect(dependencies).toMatchObject({ count: 1, advisories_observable: observable, advisories: [] });
    const control = controls.find(({ control_id }) => control_id === 'SUP-001');
    expect(control).toMatchObject({ passed: observable, observable });
  });

  it('of two ecosystems need advisories of both, while known ones are still reported', async () => {
    const both: Files = {
      ...files,
      'requirements.txt': 'requests==2.0.0\n',
      'pyproject.toml': '[project]\nname = "b"\nversion = "1"\ndependencies = ["requests==2.0.0"]\n',
    };
    const bad = {
      id: 'X-1',
      affected: [{ package: { ecosystem: 'npm', name: 'left-over' }, versions: ['1.0.0'] }],
    };
    const { dependencies } = await reportOf(both, [bad]);
    expect(dependencies.advisories_observable).toBe(false);
    expect(dependencies.advisories).toHaveLength(1);
    const whole = await reportOf(both, [bad, about('PyPI')]);
    expect(whole.dependencies.advisories_observable).toBe(true);
  });
});
