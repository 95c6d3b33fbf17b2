import { Readable } from 'node:stream';
import { zipOf } from '../../../sources/test/support/archives.js';
import { analyze } from '../../src/analysis/analyze.js';
import { readMcpBundle } from '../../src/mcpb/read-bundle.js';

/** A server with two tools. */
export const SERVER = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const server = new McpServer({ name: 'x', version: '1.0.0' });
server.registerTool('look', { description: 'Looks.', inputSchema: { what: z.enum(['a']) } }, async () => ({ content: [] }));
server.registerTool('find', { description: 'Finds.', inputSchema: { what: z.enum(['a']) } }, async () => ({ content: [] }));
`;
/** Starts it with Node.js. */
export const NODE = { command: 'node', args: ['${__dirname}/server/index.mjs'] };
/** A manifest with a configuration of the start. */
export const manifest = (config: object, more: object = {}, type = 'node') => ({
  manifest_version: '0.3',
  name: 'x',
  version: '1.0.0',
  description: 'Looks.',
  author: { name: 'Jo' },
  server: { type, entry_point: 'server/index.mjs', mcp_config: config },
  ...more,
});
/** A bundle with a manifest, as it is written. */
export const bundle = (
  document: unknown,
  files: Readonly<Record<string, string>> = { 'server/index.mjs': SERVER },
): Buffer =>
  zipOf([
    { name: 'manifest.json', content: typeof document === 'string' ? document : JSON.stringify(document) },
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
  ]);

/** Reads a bundle. */
export const read = (bytes: Buffer) => readMcpBundle(Readable.from([bytes]));

/** The report of a bundle. */
export async function reportOf(bytes: Buffer) {
  const { files, bundle: found } = await read(bytes);
  const { report } = await analyze(files, { bundle: found });
  const { mcpb } = report;
  if (mcpb === undefined) throw new Error('the report is about no bundle');
  return { ...report, mcpb };
}
