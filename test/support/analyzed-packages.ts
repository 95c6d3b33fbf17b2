import { randomUUID } from 'node:crypto';
import { HubObjects } from '../../src/hub/objects/hub-objects.js';
import { VersionIntake } from '../../src/hub/intake/version-intake.js';
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

/** The packed source of a small MCP server; a vulnerable one passes text of the client to a shell. `note` makes it unique. */
export const packedServer = ({ isVulnerable = false, note = '' } = {}): Promise<Buffer> =>
  tarGzOf([
    ...(note === '' ? [] : [{ name: 'package/README.md', content: note }]),
    {
      name: 'package/package.json',
      content: JSON.stringify({
        name: 'log-server',
        version: '1.0.0',
        type: 'module',
        license: 'MIT',
        bin: 'server.js',
        dependencies: { '@modelcontextprotocol/sdk': '1.20.0', zod: '3.25.0' },
      }),
    },
    {
      name: 'package/server.js',
      content: SERVER(isVulnerable ? 'exec(`git log ${branch}`);' : ''),
    },
  ]);

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
    commitHash: digest.slice('sha256:'.length),
    semver: '1.0.0',
    sourceSize: size,
  });
  const [job] = await t.rows<{ id: string }>('SELECT id FROM analysis_job WHERE version_id = $1', [
    versionId,
  ]);
  return { versionId, jobId: job?.id ?? '', key };
}
