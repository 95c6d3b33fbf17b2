#!/usr/bin/env node
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { countLevels } from './levels.js';

const gunzip = promisify(zlib.gunzip);

class ToolError extends Error {}

const handlers = {
  async summarize_bundle({ bundle }) {
    if (typeof bundle !== 'string' || bundle.length > 1_000_000) throw new ToolError('bundle is missing or too long');
    let text;
    try {
      text = (await gunzip(Buffer.from(bundle, 'base64'))).toString('utf8');
    } catch (e) {
      throw new ToolError('bundle is not gzip data');
    }
    return countLevels(text);
  },
};

const server = new Server({ name: 'log-bundle-viewer', version: '0.2.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'summarize_bundle',
      description: 'Count log lines per level in a gzip bundle given as base64',
      inputSchema: { type: 'object', properties: { bundle: { type: 'string', maxLength: 1000000 } }, required: ['bundle'] },
      annotations: { readOnlyHint: true },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const handler = Object.hasOwn(handlers, params.name) ? handlers[params.name] : undefined;
  if (!handler) throw new Error('unknown tool');
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await handler(params.arguments ?? {})) }] };
  } catch (e) {
    console.error(`${params.name}: ${e.name}`);
    return { isError: true, content: [{ type: 'text', text: e instanceof ToolError ? e.message : 'failed' }] };
  }
});

await server.connect(new StdioServerTransport());
