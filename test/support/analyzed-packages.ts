import { randomUUID } from 'node:crypto';
import { HubObjects } from '../../src/hub/platform/objects/hub-objects.js';
import { VersionIntake } from '../../src/hub/catalog/intake/version-intake.js';
import { tarGzOf } from './bundles.js';
import type { TestApp } from './test-app.js';

const SERVER = (body: string): string => `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { execFile, exec } from 'node:child_process';
import { z } from 'zod';
const server = new McpServer({ name: 'log', version: '1.0.0' });
server.registerTool(
  'log',
  { description: 'Shows the commits of a branch', inputSchema: { branch: z.string().max(100) } },
  async ({ branch }) => { ${body} return { content: [{ type: 'text', text: 'done' }] }; },
);
await server.connect(new StdioServerTransport());
`;

interface ServerOptions {
  readonly isVulnerable?: boolean;
  readonly note?: string;
  /** Empty for none. */
  readonly license?: string;
  /** Contents of more files, by their paths. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** The files of a small MCP server; a vulnerable one passes text of the client to a shell. `note` makes it unique. */
export const serverFiles = ({
  isVulnerable = false,
  note = '',
  license = 'MIT',
  beside = {},
}: ServerOptions = {}): Readonly<Record<string, string>> => ({
  ...(note !== '' && { 'README.md': note }),
  ...beside,
  'package.json': JSON.stringify({
    name: 'log-server',
    version: '1.0.0',
    type: 'module',
    ...(license !== '' && { license }),
    bin: 'server.js',
    dependencies: { '@modelcontextprotocol/sdk': '1.20.0', zod: '3.25.0' },
  }),
  'server.js': SERVER(isVulnerable ? 'exec(`git log ${branch}`);' : ''),
});

/** The packed source of such a server. */
export const packedServer = (options: ServerOptions = {}): Promise<Buffer> =>
  tarGzOf(
    Object.entries(serverFiles(options)).map(([path, content]) => ({ name: `package/${path}`, content })),
  );

/** Makes a version of an MCP from uploaded bytes, as a push does, and returns its id and that of its job. */
export async function pushedVersion(
  t: TestApp,
  mcpId: string,
  bytes: Uint8Array,
): Promise<{ readonly versionId: string; readonly jobId: string; readonly key: string }> {
  const { key, digest, size } = await t.app
    .get(HubObjects, { strict: false })
    .put(randomUUID(), 'source', bytes);
  const intake = t.app.get(VersionIntake, { strict: false });
  const { versionId } = await intake.ingest({
    mcpId,
    source: { kind: 'upload', key },
    kind: 'release',
    commitHash: digest.slice('sha256:'.length),
    semver: '1.0.0',
    sourceSize: size,
  });
  const [job] = await t.rows<{ id: string }>('SELECT id FROM analysis_job WHERE version_id = $1', [
    versionId,
  ]);
  return { versionId, jobId: job?.id ?? '', key };
}
