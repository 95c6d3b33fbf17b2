import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

const reportOf = async (files: Readonly<Record<string, string>>) =>
  (await analyze(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])))).report;

const serverOf = (
  work: string,
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { exec } from "node:child_process";
const server = new McpServer({ name: "a", version: "1.0.0" });
const ALLOWED = new Set(["example.com"]);
server.registerTool("lookup", { description: "Looks up.", inputSchema: { host: z.string() } }, async ({ host }) => {
  ${work}
  return { content: [] };
});
await server.connect(new StdioServerTransport());
`;
const OPEN = serverOf('exec("nslookup " + host);');
const CHECKED = serverOf('if (ALLOWED.has(host)) exec("nslookup " + host);');
const CLEAN = serverOf('');

const manifest = (fields: object): string =>
  JSON.stringify({ name: 'a', version: '1.0.0', type: 'module', ...fields });

describe('an entry point', () => {
  it.each([
    ['run.json', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['run.css', '#!/bin/sh\nnc -l 1234 | sh\n'],
    ['run.d.ts', '#!/bin/sh\nnc -l 1234 | sh\n'],
  ])('is not skipped as %s', async (path, text) => {
    const bin = { 'package.json': manifest({ main: 'server.js', bin: `./${path}` }), 'server.js': CLEAN };
    const { complete, incomplete_reasons } = await reportOf({ ...bin, [path]: text });
    expect([complete, incomplete_reasons]).toEqual([
      false,
      [`${path}: is run, and is not in a language that is analyzed`],
    ]);
  });

  it('is recognized by its shebang despite a declaration-file extension', async () => {
    const { findings } = await reportOf({
      'package.json': manifest({ main: 'server.js', bin: './run.d.ts' }),
      'server.js': CLEAN,
      'run.d.ts':
        '#!/usr/bin/env python3\nimport os\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP("a")\n@mcp.tool()\ndef lookup(host: str) -> str:\n    """Look up."""\n    os.system("ping %s" % host)\n    return "ok"\nmcp.run()\n',
    });
    expect(findings.map(({ rule_id, location }) => [rule_id, location.file_path])).toContainEqual([
      'MCP-A001',
      'run.d.ts',
    ]);
  });

  it('is not skipped because of a data extension when it is required', async () => {
    const { complete, incomplete_reasons } = await reportOf({
      'package.json': JSON.stringify({ name: 'a', version: '1.0.0', bin: './cli.js' }),
      'cli.js': '#!/usr/bin/env node\nrequire("./core.dat");\n',
      'core.dat': 'require("node:child_process").exec("nslookup " + process.argv[2]);',
    });
    expect([complete, incomplete_reasons]).toEqual([
      false,
      ['core.dat: is run, and is not in a language that is analyzed'],
    ]);
  });
});

describe('build output is analyzed when it differs from its source', () => {
  const twins = { 'src/server.ts': CHECKED, 'dist/server.js': OPEN };
  const started = async (fields: object, cli = ''): Promise<string[]> => {
    const { findings } = await reportOf({ 'package.json': manifest(fields), 'cli.js': cli, ...twins });
    return findings.map(({ rule_id, location }) => `${rule_id} ${location.file_path}`);
  };

  it.each([
    ['is started by a script of the manifest', { scripts: { start: 'node dist/server.js' } }, ''],
    ['is not started by the package', {}, ''],
    ['has a concatenated name', { bin: './cli.js' }, 'await import("./" + ["dist", "server.js"].join("/"));'],
    ['is started', { bin: './cli.js' }, 'import { spawn } from "node:child_process";\nspawn(process.execPath, [new URL("./dist/server.js", import.meta.url).pathname]);'],
    ['follows a string that looks like a comment', { bin: './cli.js' }, 'const a = "//"; await import("./dist/server.js");'],
    ['is named beside its source', { bin: './cli.js' }, 'if (process.env.DEV) await import("./src/server.ts"); else await import(["./dist", "server.js"].join("/"));'],
  ])('and %s', async (_what, fields, cli) => {
    expect(await started(fields, cli)).toContain('MCP-A001 dist/server.js');
  }); // prettier-ignore

  it('and is vendored code after a string with a comment token', async () => {
    const { findings } = await reportOf({
      'package.json': manifest({ bin: './cli.js' }),
      'cli.js': 'const a = "//"; await import("./vendor/server.js");',
      'vendor/server.js': OPEN,
    });
    expect(findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
  });
});

describe('a tool with a URI', () => {
  const rules = async (fields: string, more = ''): Promise<string[]> => {
    const { findings } = await reportOf({
      'server.mjs': `import { exec } from 'node:child_process';
export const tool = { name: 'lookup', description: 'Looks up.', ${fields}, handler: async (args) => { exec('nslookup ' + args.query); } };
${more}`,
    });
    return findings.flatMap(({ rule_id }) => (rule_id === 'MCP-A001' ? [rule_id] : []));
  };

  it.each([
    ['and a shape', "uri: 'about:lookup', shape: { type: 'object' }"],
    ['and a type of content', "uri: 'about:lookup', mimeType: 'text/plain'"],
    ['with variables', "uriTemplate: 'about:{query}'"],
  ])('%s is still a tool', async (_what, fields) => {
    expect(await rules(fields)).toEqual(['MCP-A001']);
  });
});

describe('the URI of a resource', () => {
  const rules = async (address: string, before = ''): Promise<string[]> => {
    const { findings } = await reportOf({
      'server.mjs': `import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import fs from 'node:fs';
const server = new McpServer({ name: 'a', version: '1.0.0' });
${before}
server.resource('files', ${address}, async (uri, { name }) => ({ contents: [{ uri: uri.href, text: fs.readFileSync(name, 'utf8') }] }));`,
    });
    return findings.flatMap(({ rule_id, severity }) => (severity === 'high' ? [rule_id] : []));
  };
  const TEMPLATE = "('file:///{name}', { list: undefined })";

  it.each([
    [`new ResourceTemplate${TEMPLATE}`, ''],
    [`new Template${TEMPLATE}`, 'class Template extends ResourceTemplate {}'],
    [`templateOf${TEMPLATE}`, "import { templateOf } from './elsewhere.js';"],
    ['ADDRESSES.all', 'const ADDRESSES = globalThis.addresses;'],
    ['`${SCHEME}:///{name}`', 'const SCHEME = process.argv[2];'],
  ])('has variables in %s', async (address, before) => {
    expect(await rules(address, before)).toContain('MCP-B001');
  });

  it.each([
    ["'file:///all'", ''],
    ['`${SCHEME}:///all`', 'const SCHEME = process.argv[2];'],
    ['DEV ? "file:///a" : "file:///b"', 'const DEV = process.argv.length > 2;'],
  ])('is fixed in %s', async (address, before) => {
    expect(await rules(address, before)).toEqual([]);
  });
});

describe('TLS of a server in Python', () => {
  const SERVER = [
    'import os, uvicorn, jwt',
    'from mcp.server.fastmcp import FastMCP',
    'from starlette.middleware.base import BaseHTTPMiddleware',
    'from starlette.responses import Response',
    'mcp = FastMCP("a")',
    'class Guard(BaseHTTPMiddleware):',
    '    async def dispatch(self, request, call_next):',
    '        try:',
    '            jwt.decode(request.headers["authorization"], os.environ["KEY"], algorithms=["RS256"])',
    '        except jwt.PyJWTError:',
    '            return Response(status_code=401)',
    '        return await call_next(request)',
    'app = mcp.sse_app()',
    'app.add_middleware(Guard)',
  ];
  const isPlain = async (options: string): Promise<boolean> => {
    const { findings } = await reportOf({
      'server.py': [...SERVER, `uvicorn.run(app, host="0.0.0.0", ${options})`, ''].join('\n'),
    });
    return findings.some(({ rule_id }) => rule_id === 'MCP-H002');
  };

  it.each(['ssl_certfile=""', 'ssl_keyfile=False', 'ssl=0', 'ssl_certfile=None'])(
    'is not enabled by %s',
    async (option) => {
      expect(await isPlain(option)).toBe(true);
    },
  );

  it('is enabled by a certificate', async () => {
    expect(await isPlain('ssl_certfile="cert.pem"')).toBe(false);
  });
});

describe('a partially invalid manifest', () => {
  it('is reported', async () => {
    const { complete, incomplete_reasons } = await reportOf({
      'package.json': manifest({ dependencies: ['lodash'], scripts: 'rm -rf' }),
      'server.js': CLEAN,
    });
    expect([complete, incomplete_reasons]).toEqual([
      false,
      ['package.json: not an object: dependencies, scripts'],
    ]);
  });
});

describe('the facts of lockfiles about a dependency', () => {
  const lock = (fields: object): string =>
    JSON.stringify({
      name: 'a', lockfileVersion: 3,
      packages: { '': { name: 'a', ...('dev' in fields ? { devDependencies: { x: '1' } } : { dependencies: { x: '1' } }) }, 'node_modules/x': { version: '1.0.0', integrity: 'sha512-AAAA', ...fields } },
    }); // prettier-ignore

  it('does not depend on their order', async () => {
    const plain = lock({ license: 'MIT' });
    const script = lock({ hasInstallScript: true });
    const scores = await Promise.all(
      [
        [plain, script],
        [script, plain],
      ].map(async ([one = '', other = '']) => {
        const { scores } = await reportOf({
          'package.json': manifest({ dependencies: { x: '1' } }), 'package-lock.json': one,
          'web/package.json': manifest({ name: 'b', dependencies: { x: '1' } }), 'web/package-lock.json': other,
          'server.js': CLEAN,
        }); // prettier-ignore
        return scores;
      }),
    );
    expect(scores[0]).toEqual(scores[1]);
  });
});
